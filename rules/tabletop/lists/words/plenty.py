"""Rarer names of what the other tables know, and words that change nothing (Tabletop E)."""

from __future__ import annotations

from collections.abc import Mapping

from rules.tabletop.lists.words.translated import Key, keys_of

ARMS: Mapping[str, str] = {
    "rifle": (
        "zb vz 24, zb vz 24 rifle, vz 24 rifle, mannlicher-schonauer, enfieldow, mosinow, mauserow, m1,"
        " kb, kbk, kbks, sniper's rifle, scoped no 4,"
        " no 4 scoped, scoped mosin, 1903 springfield, g33/40,"
        " g41, gew 98, gew98, gewehr 41, gewehr 98, k43, krag-jorgensen,"
        " krag-jørgensen, lee-enfield no.4, m/28-30, m/39 rifle, m1891/30, m1917 enfield, m1a1 carbine,"
        " m38 carbine, m44 carbine, m91/30, m91/38, mannlicher, mannlicher rifle, mannlicher-carcano,"
        " mauser 98, moisin nagant, no.5 carbine, pystykorva, ross rifle, s.m.l.e., steyr-mannlicher,"
        " svt-38, type 44 carbine, vintovka, vz. 24, vz.24, vz24, wz. 29"
    ),
    "pistol": (
        "colt, colt pistol, colt m1914, colt m/1914, colt m/1914 pistol, vis, vis pistol, mas 35,"
        " mas 35 pistol,"
        " .45 automatic, beretta 34, beretta m1934, bodeo revolver, broomhandle, broomhandle mauser,"
        " browning hi power, browning hi-power, browning high power, c96, c96 mauser, colt 1911,"
        " colt m1911, enfield no.2, enfield revolver, femaru 37m, frommer, glisenti, hi-power,"
        " lahti l-35, lahti pistol, lebel revolver, mas 1935, mauser c96, mauser pistol, nagant m1895,"
        " nagant revolver, ppk, radom vis, ruby pistol, service revolver, smith & wesson, type 14 nambu,"
        " type 14 pistol, type 94 pistol, victory revolver, vis wz.35, walther ppk, webley mk vi"
    ),
    "smg": (
        "ppd 34, m38 smg, austen gun, beretta mab, beretta mab 38, blyskawica, błyskawica, erma emp,"
        " fnab-43, greasegun,"
        " m1928a1, mors, mors smg, mors wz.39, orita, orita smg, mp 34, nambu smg, papasha, pepesha, ppsz,"
        " pistolet-pulemyot, ppd-34/38, pps-42,"
        " schmiesser, sten mk ii, sten mk v, steyr-solothurn mp34, subgun, thomson smg, ud-42, zk-383"
    ),
    "automatic rifle": ("browning auto rifle, browning bar"),
    "assault rifle": ("mkb 42, mkb42, mkb42(h)"),
    "shotgun": (
        "12 gauge, 12 gauge shotgun, 12-gauge, combat shotgun, double barrelled shotgun,"
        " double-barrelled shotgun, ithaca 37, ithaca shotgun, m1897 trench gun, pump action shotgun,"
        " pump shotgun, pump-action shotgun, sawn-off shotgun, scattergun, winchester 1897,"
        " winchester m12, winchester m1897"
    ),
    "lmg": (
        "fusil mitrailleur 24/29, 31m solothurn, bipod mg34, bipod mg42, breda mod.30, brengun,"
        " degtyaryov lmg, dpm, l.m.g.,"
        " lemg 34, lemg 42, m/26 lmg, m1941 johnson lmg, mac 24/29, mac 24/29 lmg, mg 13, mg08/15, mg13,"
        " nambu lmg, type 96 nambu, type 99 nambu, vickers berthier, vickers-berthier"
    ),
    "mmg": (
        "colt mmg, colt m/29, colt m/29 mmg, .30 cal browning, 8mm hotchkiss, breda mod.37, browning .30,"
        " browning m1919, browning m1919a4,"
        " ckm wz. 30, ckm wz.30, fiat revelli, fiat-revelli, fiat-revelli 35, fiat-revelli m14/35,"
        " goryunov, hotchkiss 8mm, hotchkiss m1914, hotchkiss mle 1914, lafette mg42, m.m.g.,"
        " m1917 browning, m1917a1 browning, maxim m/09-21, maxim m/32-33, pm1910, saint-etienne,"
        " sg-43 goryunov, st etienne, thirty cal, tripod mg34, tripod mg42, type 1 mmg, type 3 mmg,"
        " type 92 machine gun, wz.30 mmg, zb vz.37, zb-53, zb53"
    ),
    "hmg": (
        "hotchkiss 13.2 mm heavy machine gun, mitrailleuse hotchkiss 13.2 mm,"
        " mitrailleuse hotchkiss 13.2 mm heavy machine gun, 12.7 heavy mg, 12.7 mm heavy mg,"
        " 13.2 mm heavy machine gun, .5 vickers, .50 caliber,"
        " .50 vickers, browning .50, browning .50 cal, dshka, fifty cal,"
        " fifty calibre, h.m.g., hotchkiss 13.2mm, m2 .50 cal, m2 50 cal, m2 hb, m2hb, vickers .50"
    ),
    "anti tank rifle": (
        "a.t.r., a/t rifle, boyes anti-tank rifle, boyes rifle, karabin ur, norsupyssy, panzerbuechse,"
        " pzb 38, pzb38, type 97 atr, solothurn s18-100, solothurn s18-1000, s18-100, s18-1000"
    ),
    "piat": ("p.i.a.t, p.i.a.t., piat gun, piat launcher, piat projector"),
    "bazooka": ("2.36in bazooka, bazooka launcher, zooka"),
    "panzerschreck": ("panzer shrek, raketenpanzerbüchse 54, rpzb, rpzb 54, rpzb54, schrek, shrek"),
    "panzerfaust": (
        "fausten, faustpatronen, p-faust, panssarinyrkki, panzerfaust klein, pfaust, pzfaust, páncélököl"
    ),
    "light mortar": (
        "2'' mortar, 46mm mortar, 46mm wz.36, 5cm grw 36, 5cm grw36, grw 36, grw36, m19 mortar, rm-40,"
        " rm-41, two inch mortar, type 89 discharger, wz.36 mortar"
    ),
    "medium mortar": (
        "80mm mortar, 81/14 mortar, 81mm wz.31, 82-bm-37, bm-37, brandt mle 27/31, pm-37, stokes mortar,"
        " three inch mortar, type 97 81mm mortar, type 97 mortar, type 99 81mm mortar, wz.31 mortar,"
        " mortero 81 mm, mozdzierz 82 mm, mozdzierz 81 mm, mortaio 81 mm, mortaio da 81, mortaio da 81 mm,"
        " mortier 81 mm, mortier de 81, mortier de 81 mm"
    ),
    "heavy mortar": (
        "four deuce mortar, four-deuce, hvy mortar, pm-38, pm-43, mortero 120 mm, mozdzierz 120 mm,"
        " mortaio 120 mm"
    ),
    "light auto cannon": ("20/65 breda, 20mm madsen, 2cm cannon, lt autocannon"),
    "heavy auto cannon": ("37mm 61-k, 40mm aa gun, 40mm autocannon, flak 36 37mm, hvy autocannon"),
    "light at gun": (
        "25mm sa 34, 25mm sa-l, 25mm sa34, 2lb gun, 3.7cm kwk 36, 3.7cm kwk 38(t), 45mm 20-k,"
        " 45mm m1942, bofors at gun, sorokapyatka, two pounder"
    ),
    "light howitzer": "gebirgsgeschutz, 7.5 cm gebirgsgeschutz, canon de montagne, cannone da montagna",
    "medium at gun": (
        "47mm sa 37, 47mm sa37, canon de 47 sa37, canon de 47 sa 37, canon de 47, 47mm type 1,"
        " 50mm kwk 39, 50mm pak, 6lb gun, kwk 39, six pounder"
    ),
    "infantry flamethrower": (
        "backpack flamethrower, einstossflammenwerfer, flammenwerfer 46, flammwerfer, fmw 35, fmw 41,"
        " langszoro, lángszóró, m1a1 flamethrower, m2-2 flamethrower, man-portable flamethrower,"
        " manpack flamethrower, ognemet, ognemyot, roks, roks 2, roks-2, type 100 flamethrower,"
        " type 93 flamethrower"
    ),
    "rifle grenade": (
        "vb rifle grenade launcher, m7 rifle grenade launcher, rifle grenade launcher, ey rifle,"
        " gewehrgranatgerat, m7 grenade launcher, m9 rifle grenade,"
        " rifle grenade discharger, schiessbecher launcher, vb grenade launcher, vb rifle grenade,"
        " vb rifle grenades, viven-bessieres, viven-bessières"
    ),
}
ROLES: Mapping[str, str] = {
    "man": (
        "ulan, ulani, strelok, strelki, razvedchik, menig, pulemetchik, skiloper, strelec, puscas,"
        " lahetti, curier,"
        " melder,"
        " portaordini, portaordine, partizan, partizana, partizani, shtrafnik, stratiotis, evzone,"
        " reservilainen,"
        " tunar, tunari, utasz, maro, kid, gars, mec, kerl, bursche, tirador, guastatore, aide-de-camp,"
        " anzac, askari, bluejacket,"
        " boyets, bugler,"
        " camicia nera, carabiniere,"
        " chasseur alpin, clerk, companion, comrade, cook, courier, crewmember, desantnik,"
        " dispatch rider, dorobanț, doughboy, dragoon, drummer, enlisted man, feldgendarm,"
        " foot soldier, footman, footslogger, frontovik, gefreiter, gendarme, glider trooper, goumier,"
        " guerilla, guerrilla, gunjin, gvardeyets, heitai, home guardsman, insurgent, interpreter,"
        " ittohei, ivan, jawan, jock, jotohei, kamerad, kozlegeny, krasnoarmeets, krasnoarmeyets,"
        " közlegény, landwehrmann, leatherneck, legionary, legionista, line infantryman, lookout,"
        " marinaio, matelot, matrose, messenger, military policeman, national guardsman, nitohei,"
        " obergrenadier, oberschutze, oberschütze, parachutist, paratroop, pfc, piper, poilu, policeman,"
        " porter, private first class, pvt, quartermaster, radioman, redcap, radio operator,"
        " radiooperator, funker, radiofonista, marconista, radiotelegraphiste,"
        " rikusentai, ryadovoy, seaman, sentry, signaller, signalman, simple soldat,"
        " skytrooper, sotamies, sotilas, squaddy, ss man, szeregowiec, szeregowy, tankist,"
        " telephonist, tommy, tovarisch, tribesman, trooper first class, trumpeter, turco,"
        " vanator, volkssturmer, vânător, warrior, wireless operator"
    ),
}
LEADERS: Mapping[str, str] = {
    "nco": (
        "anfuhrer, uo, uoffz, fw, capo, otdelenny komandir, dowodca druzyny, chef de groupe,"
        " sergente maggiore, sergent major,"
        " lochias, dekaneas, sersjant, capo squadra, lance jack,"
        " alikersantti, bombardier, buntaicho, buntaichō, caporalmaggiore, color sergeant,"
        " colour sergeant, dafadar, daffadar, first sergeant, főtörzsőrmester, gocho, gochō,"
        " gunnery sergeant, gunny, hauptfeldwebel, hauptscharfuhrer, hauptscharführer, heicho, heichō,"
        " hscha, kersantti, komandir otdeleniya, komot, korporal, korpraali, lance bombardier,"
        " lance havildar, lance naik, lance sergeant, lcpl, marechal des logis, maresciallo,"
        " maréchal des logis, master sergeant, mladshiy serzhant, mladshy serzhant, msgt, n.c.o.,"
        " non-com, noncom, oberfeldwebel, obergefr, oberjaeger, oberjager, oberjäger, oberscharfuhrer,"
        " oberscharführer, oberwachtmeister, ogefr, ogniomistrz, ormester, orvezeto, oscha,"
        " rajparancsnok, rajvezető, rottenfuhrer, rottenführer, ryhmanjohtaja, ryhmänjohtaja,"
        " scharfuhrer, scharführer, serjeant, sjt, socho, ssgt, stabsfeldwebel, stabsgefreiter,"
        " starshina, starshiy serzhant, starshy serzhant, starszy sierzant, starszy sierżant,"
        " starszy strzelec, szakaszvezeto, szakaszvezető, sōchō, tech sergeant, technical sergeant,"
        " tizedes, torzsormester, tsgt, törzsőrmester, unterfeldwebel, unterwachtmeister, uscha,"
        " vaapeli, vääpeli, wachmistrz, wachtmeister, ylikersantti, őrmester, őrvezető"
    ),
}
RANKS: Mapping[str, str] = {
    "second lieutenant": (
        "2nd lieut, anthypolochagos, fenrik, fänrik, hdgy, mladshii leitenant, mladshiy leitenant,"
        " mladshy leitenant, podporuchik, podporucik, podporučík, ppor, ppor., second lieut,"
        " sekondløjtnant, sottocapomanipolo, sublocotenent, ustuf, ustuf., vänr."
    ),
    "first lieutenant": (
        "1st lieut, capomanipolo, fhdgy, first lieut, locotenent, løytnant, nadporucik, nadporučík,"
        " oberltn, ostuf, ostuf., poruchik, premierløjtnant, starley, starshii leitenant,"
        " starshiy leitenant, starshy leitenant, ypolochagos"
    ),
    "captain": (
        "cap'n, centurione, hauptman, hstuf, hstuf., kapitanleutnant, kapitänleutnant, kapt, kapt.,"
        " kaptajn, kaptein, kpt., lochagos, ratsumestari, ritmeester, rittm, rotmistrz, rtm., szds,"
        " tai-i"
    ),
    "major": ("chef d'escadron, chef d'escadrons, magg., mjr., stubaf, stubaf., tagmatarchis, őrgy"),
}
QUALITIES: Mapping[str, str] = {
    "inexperienced": (
        "raw crew, green crew, green driver, green drivers, badly trained, barely trained, greenhorn,"
        " greenhorns, poorly trained,"
        " raw recruits, rookies,"
        " unblooded, undertrained, unseasoned, untested, untrained"
    ),
    "regular": (
        "trained crew, trained troops, line troops, line quality, regular crew, average quality,"
        " average training, average troops, rglr, standard quality, standard training,"
        " well trained"
    ),
    "veteran": (
        "hardened, hardened crew, veteran crew, elite quality, battle hardened, battle tested,"
        " combat hardened, combat proven, combat veterans, crack troops,"
        " elite troops, grizzled, grizzled veterans, hardened veterans, highly experienced,"
        " kampferfahren, old hands, old sweats, seasoned, very experienced, war hardened, well seasoned"
    ),
}
"""How people say what the tables have a word for."""
STOP: Mapping[str, str] = {
    "with": (
        "airdropped, air dropped, home army, carlson raider, strelkovoye otdeleniye, scoped, unertl,"
        " m1 helmet, respectively,"
        " fitted, ground mount, on ring, armband, launch tube,"
        " one tube,"
        " to begin with, fk a, hmc, gmc, peugeot, dma, bmw, combo, regt, obr, modello, sa, krh, pstk, kp,"
        " puncte, preis, junior, alpin, alpine, chevy, cmp, cwt, 15 cwt, 30 cwt, sleigh, unarmoured,"
        " auto weapon,"
        " fore and aft, all in, counting the, counted in, inc trailer, fuel trailer, trailer,"
        " adrian helmet, aerial, affixed, air identification panel, air recognition panel, airbrushed,"
        " airfix, ammo belt, ammo belts, ammo box, ammo boxes, ammo crate, ammo crates, ammo pouch,"
        " ammo pouches, ancient, anorak, antenna, apparently, army painter, artizan, artizan designs,"
        " assembled, authentic, axe, axes, axle, back seat, backpack, backpack radio, backpacks,"
        " bad squiddo, bagpipes, bandages, bandolier, bandoliers, basic, basically, basing sand,"
        " battered, battledress, beanie, beautiful, bedroll, bedrolls, beloved, belts, beret, berets,"
        " binoculars, binos, black tree design, blanket, blankets, blister, blister pack,"
        " blitzkrieg miniatures, boasting, bogie, bogies, bolt cutters, bolted on, boots, borrowed,"
        " bow plate, box magazine, box set, boxed set, branches, brand new, brandishing, brave,"
        " bread bag, breech, brew kit, bristling with, brodie helmet, bucket, burly, bustle, buttstock,"
        " cab top, cam net, camo cape, camo net, camo netting, camo smock, camouflage cape,"
        " camouflage net, camouflage netting, camouflage smock, canteen, canteens, canvas cover,"
        " canvas tilt, canvas top, cargo bed, carrying handle, casting, castings, ceremonial sword,"
        " chassis, cigar, cigarettes, citadel, classic, cleaning kit, clutching, combat knife,"
        " commander's cupola, commander's hatch, compact, compass, composed of, comprising, consisting,"
        " consisting of, conversion, converted, cradling, crew compartment, crowbar, customary,"
        " dashboard, deadly, decal, decals, decent, decked out with, denison smock, dependable,"
        " die waffenkammer, dirty, dreaded, dress sword, drive sprocket, driver's compartment,"
        " driver's hatch, driver's seat, drum mag, drum magazine, drybrush, drybrushed, dust goggles,"
        " dusty, e-tool, egg grenades, empress, empress miniatures, engine cover, engine deck,"
        " entrenching tool, entrenching tools, escape hatch, exhausts, factory fresh, faithful, famous,"
        " fatigues, favorite, favourite, fearsome, featuring, fender, fenders, field cap, field glasses,"
        " field phone, field radio, field telephone, fielding, fierce, fighting compartment,"
        " fighting knife, fire extinguisher, firing, first aid kit, fitted out with, flare, flares,"
        " flashlight, flatbed, flock, flocked, folding stock, foliage, footplate, footsore, forage cap,"
        " foundry, frag grenades, frame antenna, front seat, fuel can, fuel cans, fuel drum, fuel drums,"
        " fully painted, functional, furnished with, gaiters, gallant, gas mask, gas mask tin,"
        " gas masks, glacis, glacis plate, glorious, gloves, goggles, government issue, grab rail,"
        " great escape games, greatcoat, greatcoats, gripping, groundsheet, gunsight, handie talkie,"
        " handrail, handy, harness, hatches, hatchet, haversack, haversacks, headlamp, headlight,"
        " headlights, headphones, headset, headswap, hefting, helmet, helmet cover, helmet net, helmets,"
        " heroic, highlighted, historical, holster, home made, humble, iconic, idler wheel, in box,"
        " individually based, infamous, ink wash, issued with, italeri, jackboots, jacket, jerry can,"
        " jerry cans, jerrycan, jerrycans, jumpsuit, kitbash, kitbashed, kitted out with, knapsack,"
        " knives, ladder, ladders, lantern, lanyard, leather coat, legendary, lethal, licence plate,"
        " lifting hooks, load bed, loaded up with, loaded with, located, looted, lovely, lucky, lugging,"
        " machete, machetes, magazines, magnet, magnetised, magnetized, magnets, makeshift,"
        " manpack radio, mantlet, map board, map case, massive, matt varnish, mdf base, mdf bases, mere,"
        " merely, mess kit, mess tin, mess tins, mighty, mills bomb, mills bombs, movement tray,"
        " movement trays, muddy, mudguard, mudguards, muffler, multi based, muzzle brake, nasty, neat,"
        " needs basing, needs painting, nice, nifty, north star, nose plate, number plate, obligatory,"
        " obviously, offensive miniatures, oil drum, on sprue, ordinary, outfitted with, overalls,"
        " overcoat, painted, parka, parkas, part painted, partially painted, passenger seat, peaked cap,"
        " pedestal, pedestal mount, pennant, periscope, perry, perry miniatures, personal, pickaxe,"
        " pickaxes, pilfered, pilotka, pineapple grenades, pith helmet, placed, plain, plash palatka,"
        " plastic soldier company, plastics, plucky, polished, poncho, ponchos, positioned,"
        " potato mashers, pouch, pouches, primed, primer, private purchase, proper, provided with,"
        " puttees, radiator, radio set, ration packs, rations, rear compartment, rear deck,"
        " recognition flag, recoil spring, registration plate, reliable, relying on, resin,"
        " return roller, rifle sling, road wheel, road wheels, rocking, ropes, round base, round bases,"
        " rubicon, rubicon models, rucksack, rucksacks, running board, running gear, rusty, salvaged,"
        " satchel, satchels, scarf, scarves, scary, scavenged, scratch built, scratchbuilt, scrim,"
        " scrim net, scrounged, sculpt, sculpts, serviceable, shiny, shooting, shouldering, shovel,"
        " shovels, side cap, simply, single based, situated, slinging, slouch hat, slung, smock, smocks,"
        " snow suit, snow suits, solid, spare ammo, spare barrel, spare track, spare track links,"
        " spare tracks, spare wheel, spare wheels, speed painted, split trail, sporting, sprocket,"
        " sprue, sprues, square base, stahlhelm, stalwart, standard issue, star antenna, starter army,"
        " starter set, static grass, steel helmet, steering wheel, still to paint, stl, stout,"
        " stowage bin, stowage bins, stowage box, strapped, stripper clips, sturdy, superstructure,"
        " supplied with, surplus, suspension, swagger stick, tabletop quality, tail light, tailboard,"
        " tailgate, tamiya, tarp, tarpaulin, tarps, telephone, tiny, tires, toggle rope, tool box,"
        " toolbox, tooled up with, toting, tow cable, tow cables, tow hook, tow rope, track links,"
        " trail legs, transfers, trench coat, trench knife, tropical kit, tropical uniform, trusty,"
        " tufts, tunic, turret basket, turret bin, turret bustle, turret ring, typical, tyres,"
        " ubiquitous, umbrella, unassembled, unbuilt, undercoat, undercoated, uniform, uniforms,"
        " unpainted, ushanka, usual, vallejo, varnish, varnished, very lights, victrix, vision block,"
        " vision port, vision slit, walkie talkie, walking stick, war surplus, wargames atlantic,"
        " warlord, warlord games, water bottle, water bottles, water can, weathered, weathering,"
        " webbing, welded on, well-worn, whip aerial, whistle, wielding, windscreen, windshield,"
        " wing mirror, winter clothing, winter coat, winter gear, winter uniform, wooden stock, worn,"
        " worn out, zeltbahn"
    ),
}
"""What men wear and carry, parts of vehicles, praise, and what a modeller says of his models."""


def keys() -> frozenset[Key]:
    """All phrases that are here."""
    tables = (ARMS, ROLES, LEADERS, RANKS, QUALITIES, STOP)
    return frozenset(key for table in tables for phrases in table.values() for key in keys_of(phrases))
