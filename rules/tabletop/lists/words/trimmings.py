"""What is said of a unit beside its men and arms, and the words that say nothing more (Tabletop A, E)."""

from __future__ import annotations

from rules.tabletop.lists.words import abroad, everyday, plenty
from rules.tabletop.lists.words.translated import added, joined, keys_of, table

FLAGS = table(
    {
        "anti_tank": "anti tank grenade, at grenade, anti tank mine, at mine, anti tank, "
        "anti tank weapon, at, sticky bomb, gammon bomb, hafthohlladung, molotov, molotov "
        "cocktail,"
        " petrol bomb, lunge mine, magnetic mine, anti tank charge, demolition charge,"
        " satchel charge, rpg 43, bundle charge, no 74 grenade, hawkins grenade, suicide anti tank,"
        " magnetic charge",
        "gun_shield": "gun shield, gunshield, with shield, shield, shielded",
        "open_topped": "open topped, open top, open",
        "recce": "recce, recon, reconnaissance, recce vehicle",
        "towing": "towing",
        "slow": "slow",
        "fast": "fast",
    }
)
OPTIONS = set(
    keys_of(
        "dismounted, remote, remote controlled, remote control, wheeled, tracked, half tracked, "
        "artillery, air, naval, air force, tough fighter, fanatic, stubborn, "
        "green,"
        " motivated, shirker, well drilled, body armour, smoke grenade, tank rider, command vehicle,"
        " command, bicycle, bike, motorbike, motorcycle, horse, mounted, skis, ski, snowshoe,"
        " winter camouflage,"
        " 8 rad, 6 rad, obr, radio, compulsory, free, hero, medic's bag, extra ammo, ammo bearer, sandbag,"
        " additional armour, extra armour, schurzen, spaced armour, side skirt, sideskirt, skirt,"
        " armoured skirt,"
        " easily catches fire,"
        " catches fire, hqs, reinforced armour,"
        " lack of fuel, vulnerable, low silhouette, infantry support, weak side armour, enclosed,"
        " no turret, turret, fixed forward, forward facing, one turret, rotating, hull mounted, hull,"
        " pintle, pintle mounted, co ax, coax, coaxial, co axial,"
        " turret mounted, bow, casemate, forward, front, rear, casemate mounted, aa, flak mount,"
        " transport, tow, tractor option, limber, limbered, horse drawn, horse drawn limber, dug in,"
        " deployed, spearhead, guide, engineers rule, behind enemy line, forward deployed,"
        " infiltrator, deep penetration, airborne rule, fieldcraft,"
        " night fighting, no reserve, stubborn rule, the hun, blood curdling charge, banzai,"
        " initiative training, hitlers buzzsaw, hitler's buzzsaw, buzzsaw, rapid fire,"
        " gyro stabiliser, gyro stabilised, fire and manoeuvre, modern communication, air power,"
        " infantry rule,"
        " squad is fanatic, team weapon, fixed, one shot, howitzer, indirect, assault, shaped charge,"
        " one man turret, 1 man turret, dual direction steering, 2 way steering, turret crew,"
        " unreliable, poor, snapshot, slow load, slow traverse, gun port, tough,"
        " national characteristic, options, upgrade, weapon, equipment, wargear, loadout,"
        " composition, special rule, rule, ability, early war, mid war, late war, early, mid, late,"
        " theatre selector,"
        " generic, selector, lend lease, roof, dach, roof mounted, cab roof, hatch,"
        " ausf, mk, mark, model year, variant, version, w hvss, hvss, dd,"
        " wet stowage, cullin hedgerow cutter, hedgerow cutter, culin, mine roller, dozer blade,"
        " dozer, flail, snorkel, zimmerit, stowage, smoke launcher, smoke discharger, tank commander,"
        " lance, sabre, saber, sword, big sword, dadao, horse, schneider, stokes, stokes brandt, brandt,"
        " captured,"
        " sniper scope, telescopic sight, scope, bayonet, grenade, hand grenade, stick grenade,"
        " knife, sword, katana, spade, pistol holster, parachute, wire cutter, mine detector,"
        " bangalore, bangalore torpedo, camouflage, ghillie, amphibious, bugle, flag,"
        " standard bearer, banner,"
        " 360 degree, all round, arc, front arc, rear facing, twin linked, twin, quad, triple, dual,"
        " mounted on, sn 42, sn 42 body armour, victory banner, guard dog, dog handler,"
        " factory worker crew, entire, upon, may be mounted, hammer and sickle,"
        " defend the fatherland, cupola, covering, rear arc, left arc, right arc, arc of fire,"
        " experience, veterancy,"
        " rating, rank, armour piercing ammunition, armour skirt, tripod mount, infiltrators, unarmed,"
        " bamboo spear, spear, dadao, sabre, saber, machete, kama, bolo, sponson, sponson mounted,"
        " turretless, ring mount, ring mounted, ball mount,"
        " ball mounted, platform mounted, armoured, erfahrung, dienstgrad, bewaffnung, ausrustung,"
        " qualitat, starke, optionen, koszt, exp, str,"
        " schutzschild, zielfernrohr, zf, bug, turm, fuel trailer, canister, canister shot, ordnance, ml, qf,"
        " mira telescopica, mirino, class, quality,"
        " squad upgrade, unit upgrade, squad option, unit option, squad equipment, squad weapon,"
        " troop quality, unit quality, squad quality,"
        " crew quality, troop experience, unit experience, training, training level, skill level, armament,"
        " main, main armament, main gun,"
        " secondary weapon, secondary armament, loadout option, telescopic, telescopic scope, kasematte,"
        " ferngesteuert, nach vorn"
    )
)
STOP = set(
    keys_of(
        "another man becomes loader, dual purpose,"
        " a, an, the, of, with, and, or, plus, in, on, at, each, per, all, for, by, from, to, are, is,"
        " as, its, their, his, own, one of, unit, units, carried, point, pts, pt, p, cost, costs, total, x,"
        " par, le, shooter, beside, alongside, further, being, nothing, but, between, these are,"
        " they are, accompanied, accompanied by, accompanying, these,"
        " they are, both got, got, he, she,"
        " has, have, having, armed, carrying, carry, equipped, w, incl, including, include, inc,"
        " only, everybody, yet, rest, remaining, remainder, others, other, everyone,"
        " the rest, both, no, without, any, also, given, give, gets, get, takes, take, taking,"
        " replace, replaced, instead, swap, swapped, counts as, count as, counted as,"
        " exchange, upgraded, upgrade to, add, added, adding,"
        " additional, extra, up, every, who, that, which, size, strength, qty, quantity,"
        " number, num, nr, mit, und, avec, et, con, ea, points each, pts each, apiece, made, up,"
        " mount, captured, weapons, mans, team, crewed, side, sides, ton, mm, cm, rounds, ammo,"
        " ammunition, de, du, la, le, un, une, di, il, je, jeweil, jeweils, dazu, half, manning,"
        " manned, manned by, except, excepting, of which, use, used, using,"
        " as follows, name, named, called, aka, s, t, option, none, included,"
        " on top, carriage, wheeled carriage, facing, weitere, tripod, kukri, old, red army, andere,"
        " too, as well, bar the, bar for, nothing else, sonst, sonstige,"
        " of em, em, jungle, big, yes, sorry, in hand, gratuit, kostenlos, gratuito, gratis,"
        " sword, firearm, que, desert, au, aux, onward, w o, n a, a pop, more, else, them, him, just,"
        " nobody, anybody, they, it, so, for the pair, the pair, together, removed, inch, modelled, modeled,"
        " depicted, shown, in addition, in addition to the rifle, at the back, at the front,"
        " soviet, russian, german, british, american, us, canadian, australian, japanese, italian, french,"
        " polish, hungarian, romanian, finnish, commonwealth, germany, japan, italy, france,"
        " britain, poland, hungary, romania, finland, ussr, usa,"
        " soviet union, united states, great britain, another, second, become, becomes, dem, den, der, das,"
        " vom, im,"
        " beide, beid, beiden, alle, n, beim, kit, brit, yank, aussie, kiwi, deutsch, deutsche, greek,"
        " understrength, under strength, full strength, depleted, lead the way, single, short, follower,"
        " belgian, dutch, norwegian, czech, yugoslav, bulgarian, chinese, slovak, indian, usmc,"
        " us army, einem, einen, einer, ein, eine, equipe, da, des, pour, resto, tous, tutti, leger,"
        " piechoty, bef, raf, sowjetisch, ija, rkka, last, arms, arm, strong"
    )
)
"""Words that say nothing more."""
TALK = set(
    keys_of(
        "me, my, mine, our, ours, your, yours, there, here, this, very, really, quite, pretty, "
        "still, bring, brings, bringing, brought, love, loves, play, plays, playing, field, "
        "fields, fielded, ride, rides, riding, sit, sits, sitting, stand, stands, standing, work, "
        "works, working, fight, fights, fighting, fought, hold, holds, holding, lug, lugs, sport, "
        "sports, wield, wields, pack, packs, packing, tote, totes, rock, rocks, good, great, best, "
        "better, cool, cheaper, expensive, pricey, useful, useless, simple, actual, worth, course, "
        "sure, certainly, definitely, well, anyway, honestly, frankly, sadly, luckily, again, "
        "today, tonight, tomorrow, weekend, built, finished, box, boxes, metal, driver, drivers, "
        "scare, kill, kills, killer, uninitiated, selection, selections, entry, entries, profile, "
        "that's, there's, it's"
    )
)
"""Words that people say beside what there is; they tell nothing of it, and much of them is a sentence."""

joined(FLAGS, abroad.FLAGS)
added(OPTIONS, abroad.OPTIONS)
added(STOP, abroad.STOP)
added(STOP, plenty.STOP)
TALK |= set(keys_of(everyday.words()))
STOP |= TALK
