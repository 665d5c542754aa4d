"""Teams, roles, ranks, qualities and classes (Tabletop A, E)."""

from __future__ import annotations

from rules.tabletop.lists.words import abroad, nations, plenty
from rules.tabletop.lists.words.armoury import AT_GUNS, HOWITZERS, SMG
from rules.tabletop.lists.words.translated import Key, added, joined, keys_of, table

QUALITIES = table(
    {
        "inexperienced": "inexperienced, raw, raw troops, green troops, conscript "
        "quality, inex, inexperience, unerfahren, unerfahrene, inexperienced troops,"
        " unerfahrener, inexperimentee, novice, inexperimente, inesperto, inexperto",
        "regular": "experienced, regular, regular troops, regulars, regular quality, erfahren, regulare,"
        " regulaer, regulier, reguliers, reguliere, regulieres, regolare, regolari, regularna,"
        " regularny, regularni",
        "veteran": "veteran, veteran troops, veterans, veteran quality, elite veteran, erprobt,"
        " veterano, veterani, veterane, veteranen, veteran, veterans, veterane",
    }
)
RANKS = table(
    {
        "second lieutenant": "second lieutenant, 2nd lieutenant, 2 lieutenant, 2lt, "
        "2ndlt, lieutenant 2nd, lieutenant second, 2 nd lieutenant, lieutenant second class, leutnant,"
        " 2nd leutnant, second leutnant,"
        " junior lieutenant, sub "
        "lieutenant,"
        " mladshiy leytenant, untersturmfuhrer, sottotenente, sous lieutenant, podporucznik, shoi,"
        " vanrikki,"
        " 2nd looey, second looey, 2nd louie, 2nd looie,"
        " ensign",
        "first lieutenant": "1st looey, first looey, 1st louie, 1st looie,"
        " first lieutenant, 1st lieutenant, 1 lieutenant, 1lt, 1stlt, "
        "lieutenant 1st, lieutenant first, 1 st lieutenant, 1st leutnant, first leutnant,"
        " oberleutnant, senior lieutenant,"
        " starshiy leytenant,"
        " obersturmfuhrer, tenente, porucznik, chui, yliluutnantti, oblt, olt",
        "captain": "captain, hauptmann, hauptsturmfuhrer, capitano, capitaine, kapitan, kapteeni, taii,"
        " rittmeister, hptm",
        "major": "major, sturmbannfuhrer, maggiore, chef de bataillon, shosa, komandir batalona",
        "second lieutenant|first lieutenant": "lieutenant, luutnantti, leytenant, officer,"
        " platoon commander, "
        "platoon leader, officer team, junior officer, subaltern",
        "captain|major": "company commander, senior officer, battalion commander",
        "second lieutenant|first lieutenant|captain|major": "infantry officer, hq "
        "officer, command team, headquarters team, officer squad",
    }
)
CLASSES = table(
    {
        "light tank|armoured car/tracked": "tankette",
        "light tank/tracked": "light tank, light tank destroyer, char leger, czolg lekki, carro leggero,"
        " leichter panzer",
        "medium tank/tracked": "medium tank, medium tank destroyer",
        "heavy tank/tracked": "heavy tank, heavy tank destroyer",
        "super-heavy tank/tracked": "super heavy tank",
        "armoured car/wheeled": "armoured car, recce car, reconnaissance car,"
        " light reconnaissance car, heavy armoured car,"
        " light armoured car, scout car, armoured scout car",
        "armoured car/half-track": "armoured half track, armoured personnel half track",
        "armoured car/tracked": "armoured carrier, armoured tracked carrier, carrier armoured",
        "armoured car/": "armoured truck, armoured ambulance, armoured field ambulance,"
        " armoured lorry, armoured transport, armoured personnel carrier, apc",
        "soft-skin/": "artillery tractor, heavy artillery tractor, recovery tractor,"
        " tank recovery tractor, prime mover",
        "soft-skin/wheeled": "field car, heavy field car, utility car, civilian car, jeep car, truck,"
        " lorry, lorrie, chevy truck, soft skin, staff car, soft skinned "
        "truck, softskin truck, soft skin truck, motor car, ambulance, soft skin transport, "
        "transport truck",
        "soft-skin/half-track": "soft skin half track, half track truck, soft skinned half track",
        "soft-skin/tracked": "soft skin tractor",
        "light tank|medium tank|heavy tank|super-heavy tank/tracked": "tank, tank "
        "destroyer, assault gun, self propelled gun, self propelled artillery, spg, self "
        "propelled howitzer, sp gun, infantry tank, cruiser tank",
        "infantry|soft-skin/wheeled": "sidecar, side car, motorcycle combination, motorcycle with sidecar,"
        " motorbike with sidecar, sidecar combination",
        "armoured car|soft-skin/half-track": "half track, half tracked vehicle",
        "armoured car|soft-skin/": "car, vehicle, tractor, carrier, transport vehicle, gun tractor",
        "armoured car|soft-skin|light tank|medium tank/": "self propelled anti aircraft "
        "gun, spaa, anti aircraft vehicle, flak panzer, spaag",
    }
)
"""Classes of vehicles and how they move; several where one has to be named, none where it is not told."""

LETTERS = {"i": "inexperienced", "r": "regular", "v": "veteran"}
"""Qualities as they are abbreviated in tables."""
LEADERS = set(
    keys_of(
        "nco, havildar, naik, chef, zugfuhrer, caporale, caposquadra, chef de section, sarge, sargeant,"
        " sous officier,"
        " chef de groupe, sottufficiale, truppfuhrer, gruppenfuhrer,"
        " squad leader, section leader, section commander, squad commander, team leader,"
        " sergeant, staff sergeant, corporal, lance corporal,"
        " leader, sl, unteroffizier, feldwebel, gruppenfuhrer, truppfuhrer, obergefreiter,"
        " unterscharfuhrer, serzhant, sergente, caporal,"
        " gunso, uffz, uffz., truppf, sergent, kapral, junior sergeant, senior sergeant, 1 nco, nco leader,"
        " fire team leader, platoon sergeant"
    )
)
LOADERS = set(
    keys_of(
        "loader, helfer, ladeschutzen, lade schutzen, porteur, aiuto, secondo tiratore, no 2, number 2,"
        " number two, schutze 2, lader, ladeschutze, hilfsschutze,"
        " pourvoyeur, chargeur, servente, assistant,"
        " ammo carrier, ammo bearer, assistant gunner, gunner assistant,"
        " gunners assistant, second gunner, gun loader, helper, feeder,"
        " belt feeder,"
        " ammo man, ammo guy, ammo mule"
    )
)
GUNNERS = set(
    keys_of("gunner, machine gunner, tireur, tiratore, strzelec, operator, firer, crewman, crew member")
)
ROLES = {
    **dict.fromkeys(
        keys_of("rifleman, scoped rifleman, guardsman rifleman, schutze, rifle guy, rifle lad"), "Rifle"
    ),
    **dict.fromkeys(keys_of("light machine gunner"), "LMG"),
    **dict.fromkeys(keys_of("medium machine gunner"), "MMG"),
    **dict.fromkeys(keys_of("submachine gunner, smg man, smg trooper, sub machine gunner"), SMG),
    **dict.fromkeys(keys_of("bar man, bar gunner, automatic rifleman, auto rifleman"), "Automatic rifle"),
    **dict.fromkeys(
        keys_of(
            "people, person, sailor, volunteer,"
            " shtraftnik, cavalryman, sepoy, rider, horseman, evzone, spotter,"
            " artillery spotter, man, model, figure, soldier,"
            " trooper, "
            "gun crew, private, squaddie, miniature, mini, buddy, boy, guy, crew,"
            " crewmen, infantryman, bloke, body, fig,"
            " additional man, extra man, other man, further man, more man, additional soldier,"
            " extra soldier,"
            " man team, batman, mate, escort, stretcher bearer, begleiter, melder, runner, bedienung,"
            " mann bedienung, ludzi, pal, chum, aide, sidekick, mucker, oppo,"
            " dude, lad, chap, grunt, landser, gi, fella, fellow, digger, dogface,"
            " mann, homme, fante, fanti, serventi, orderly, servants, uomo servente, soldati, soldato,"
            " hommes d'equipage,"
            " besatzung, servant, equipage, uomo, uomini, hombre, attendant, bodyguard, batman,"
            " team member, squad member"
        ),
        "",
    ),
}
"""Men of a unit, with what they hold by their name."""
MORE = set(
    keys_of(
        "additional man, extra man, other man, further man, more man, additional soldier, extra soldier,"
        " attendant, runner, bodyguard, mate, escort, begleiter, melder, escolta, scorta, accompagnatore,"
        " aide, pal, chum, sidekick, adjutant, batman, accompagnateur, ordenanza, attendente,"
        " companion, comrade, orderly, clerk, courier, messenger, dispatch rider, interpreter, radioman,"
        " radio operator, wireless operator, telephonist, signaller, signalman,"
        " radiooperator, funker, radiofonista, marconista, radiotelegraphiste"
    )
)
"""Men beside those whom the unit has anyway."""

RIDING = {
    *("cavalry", "horse", "horseback", "horsed", "cossack", "hussar", "uhlan", "lancer", "dragoon"),
    *("motorcycle", "motorbike", "motorcyclist", "kradschutzen", "bike", "bicycle", "cyclist", "sidecar"),
}
AFOOT = {"dismounted", "foot"}
"""Words of men who ride, for whom the tables have no row, and of those who do so no more."""
UNARMED = "-"
TEAMS: dict[Key, tuple[int, bool, str]] = {}
"""Whoever is called so is no vehicle: men as a rule, whether it is always so, and what they hold."""
for _size, _always, _arm, _phrases in (
    (
        2,
        True,
        "Rifle",
        "sniper team, sniper, scharfschutze, scharfschutzen, scharfschutzen team,"
        " sharpshooter team, sniper squad, sharpshooter,"
        " marksman team, sniper pair",
    ),
    (
        2,
        True,
        "Flamethrower (infantry)",
        "flammenwerfer team, flammenwerfer squad, flammenwerfer trupp, man pack flame thrower team,"
        " infantry flame thrower team, flame thrower team, flame team,"
        " flame thrower squad team",
    ),
    (
        2,
        True,
        "Anti-tank rifle",
        "anti tank rifle team, at rifle team, atr team, ptrd team, ptrs team, boys team",
    ),
    (2, True, "PIAT", "piat team"),
    (2, True, "Bazooka", "bazooka team"),
    (2, True, "Panzerschreck", "panzerschreck team"),
    (
        3,
        True,
        "MMG",
        "mmg team, medium machine gun team, medium mg team, vickers team, maxim team, mmg squad",
    ),
    (3, True, "HMG", "hmg team, heavy machine gun team, heavy mg team"),
    (3, False, "LMG|MMG|HMG", "machine gun team, mg team"),
    (2, True, "Light mortar", "light mortar team"),
    (3, True, "Medium mortar", "medium mortar team, medium mortar squad"),
    (4, True, "Heavy mortar", "heavy mortar team"),
    (3, False, "Light mortar|Medium mortar|Heavy mortar", "mortar team, mortar squad, mortar section"),
    (3, False, "Light AT gun", "light anti tank gun team, light at gun team"),
    (3, False, "|".join(AT_GUNS), "anti tank gun team, at gun team"),
    (4, False, "|".join(HOWITZERS), "howitzer team, artillery team"),
    (
        2,
        False,
        "",
        "tank hunter team, tank hunter, tank hunting team, tank destroyer team, panzerjager team,"
        " tank hunter squad",
    ),
    (
        1,
        False,
        "",
        "arty fo, artillery fo, air fo, fo, foo, forward observer, artillery forward observer,"
        " forward artillery observer,"
        " artilleriebeobachter, vorgeschobener beobachter, artillery observer, air observer,"
        " forward air observer, forward air controller, observer,"
        " air force forward observer,"
        "  artillery  forward observer artillery, forward observer air,"
        " forward observer team, fao, fac, foo, forward observation officer, naval observer,"
        " naval gunfire observer, forward observer officer",
    ),
    (
        1,
        False,
        UNARMED,
        "medic, medic team, medical team, medical orderly, field medic, corpsman, aidman, sanitater, sani,"
        " feldsher",
    ),
    (1, False, UNARMED, "chaplain, padre"),
    (1, False, "", "commissar, junior commissar, senior commissar, political officer, politruk, kommissar"),
    (
        10,
        False,
        "Rifle",
        "rifle section, rifle squad, rifle group, glider rifle squad, rifle platoon squad, rifle team",
    ),
    (10, False, SMG, "smg squad, sub machine gun squad, smg section"),
    (10, False, UNARMED, "bamboo spear fighter, bamboo spear squad, spearman, unarmed squad"),
    (0, False, "", "team, infantry, infantry team, weapon team, crew team"),
    (2, True, "", "dog team, dog mine team, anti tank dog, anti tank dog team, dog mine"),
):
    for _key in keys_of(_phrases):
        TEAMS[_key] = (_size, _always, _arm)
_SQUADS = (
    "squad, section, team, platoon squad, infantry, infantry squad, infantry section, soldat, ranger,"
    " paratrooper, gliderman, para, paras, grenadiere, panzergrenadiere, volksgrenadiere, fusiliere,"
    " commando, engineer, pioneer, sapper, scout, conscript, partisan, guard, militia, guardsman,"
    " marine, assault group, half squad,"
    " command group, grenadier, panzergrenadier, volksgrenadier, fallschirmjager, fusilier,"
    " fusilier squad, jager, gebirgsjager, schutzen, assault squad, assault section,"
    " assault engineer, engineer squad, pioneer squad, commando squad, commando section,"
    " parachute section, parachute squad, paratrooper squad, para section, para squad, ranger squad,"
    " marine squad,  heer squad, heer infantry squad, waffen ss squad, ss squad,"
    " volkssturm, volkssturm squad, osttruppen, luftwaffe field division squad, kriegsmarine,"
    " sturmpionier, pioniere, pionier, stosstrupp, strelkovy, strelki, razvedchiki, guards squad,"
    " kampfgruppe, naval squad, naval brigade,"
    " bersaglieri, bersagliere, fuciliere, fucilieri, alpini, alpino,"
    " arditi, camicie nere, blackshirt, carabinieri, folgore, paracadutisti,"
    " ski troop, ski squad, sissi, legionnaire, tirailleur, zouave, spahi, chasseur, chasseurs, chindit,"
    " gurkha, sikh,"
    " gurkha section, escort infantry squad, stug escort infantry squad,"
    " snlf, banzai squad,   imperial guard, cavalry,"
    " cavalry squad, cossack, cossack squad, hussar, uhlan, lancer, motorcycle squad, motorcyclist,"
    " kradschutzen, bicycle squad, cyclist,"
    " resistance, resistance fighter, fighter, home guard, home guard section,"
    " local defence volunteer, partisan squad, partisan band, penal squad, shtrafbat, shtrafniki,"
    " siberian, siberian squad,"
    " recon squad, recce squad, recce section, reconnaissance squad, scout squad, intelligence squad,"
    " airlanding section, airborne, airborne squad, airborne infantry squad,"
    " armoured infantry squad, motor platoon section, dismounted squad, infantryman squad,"
    " light infantry, militia squad, tank rider squad, tank rider, assault pioneer, combat engineer,"
    " sturmgruppe, stossgruppe, paracadutista, brandenburger, hitlerjugend, hitler youth,"
    " sas, sas squad, lrdg squad, lrdg, sbs, raiding party, patrol, detachment, gang, band, kommando,"
    " raider, marine raider, paramarine, devil's brigade, first special service force,"
    " forced conscript, ashigaru, heimwehr, militiaman, mp squad, mp section, mp patrol, military police,"
    " military police squad, feldgendarmerie,"
    " heer infantry, heer, waffen ss, grenadier squad, panzergrenadier squad, volksgrenadier squad,"
    " fallschirmjager squad, tank crew, dismounted tank crew, gebirgsjager squad, jaakari, honved,"
    " pioneer section, sapper squad,"
    " assault pioneer squad, infantry section late war, infantry section early war, soldier squad,"
    " group, troop, groupe de combat, squadra fucilieri, fusilier voltigeur, groupe,"
    " squadra, drużyna, otdelenie, gruppe, line infantry, levy, territorials, territorial, moblots"
)
for _key in keys_of(_SQUADS):
    TEAMS.setdefault(_key, (10, False, ""))

for _known, _abroad in (
    (QUALITIES, abroad.QUALITIES),
    (RANKS, abroad.RANKS),
    (CLASSES, abroad.CLASSES),
    (ROLES, abroad.ROLES),
    (QUALITIES, plenty.QUALITIES),
    (RANKS, plenty.RANKS),
    (ROLES, plenty.ROLES),
    (ROLES, {"man": nations.MEN}),
):
    joined(_known, _abroad)
joined(TEAMS, abroad.TEAMS)
added(LEADERS, plenty.LEADERS)
for _words, _abroad in (
    (LEADERS, {"nco": nations.LEADERS}),
    (GUNNERS, {"gunner": nations.GUNNERS}),
    (LOADERS, {"loader": nations.LOADERS}),
):
    added(_words, _abroad)
for _words, _abroad in ((LEADERS, abroad.LEADERS), (LOADERS, abroad.LOADERS), (GUNNERS, abroad.GUNNERS)):
    added(_words, _abroad)
