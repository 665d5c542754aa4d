"""Lines of a list that are headings (Tabletop E)."""

from __future__ import annotations

from rules.tabletop.lists.words.translated import keys_of

HEADINGS = set(
    keys_of(
        "infanterie, fuhrung, unterstutzung, fahrzeuge, fahrzeug, artillerie, geschutze, truppen,"
        " hauptquartier, stab,"
        " panzer, transporte, sonstige, sonstiges, trupps, commandement, soutien, vehicules, chars,"
        " appui, appuis, engins, blindes, armes lourdes, appoggio, piechota, wsparcie, pojazdy, dowodztwo,"
        " mando, infanteria, apoyo, artilleria, vehiculos, cuartel general,"
        " fanteria,"
        " comando, supporto, veicoli, artiglieria, carri, mezzi,"
        " infantry, foot, foot troops, infantry team, tank and vehicle, vehicle and tank, tanks and vehicles,"
        " vehicles and tanks, infantry teams, support teams, weapon teams, team and gun, "
        " guns and teams, gun and armour,"
        " guns and armour, guns and vehicles, armour and transport,"
        " infantry squad and team, headquarter, hq, hqs, support, supports, support unit,"
        " heavy weapon, team weapon, weapon team, crewed weapon, special weapon, support weapon,"
        " vehicles, armour, armoured, artillery, field artillery,"
        " transports, tows, transport and tow, tow and transport, transports and tows, officers,"
        " compulsory, optional, reinforced platoon, platoon, rifle platoon, platoon one, platoon two,"
        " platoon three, 1st platoon, 2nd platoon,"
        " 3rd platoon, 1 platoon, 2 platoon, 3 platoon, first platoon, second platoon, third platoon,"
        " armoured platoon, artillery platoon, heavy weapons platoon, weapons platoon,"
        " engineer platoon, recce platoon, tank platoon, grenadier platoon, panzergrenadier platoon,"
        " assault platoon, anti tank platoon, mortar platoon, support platoon,"
        " self propelled artillery, anti aircraft, anti aircraft vehicle, armoured car and recce,"
        " armoured car and recce vehicle, tank and tank destroyer,"
        " tank tank destroyer self propelled artillery and anti aircraft vehicle, armoured car recce,"
        " infantry and artillery, support section, field artillery anti aircraft and anti tank gun,"
        " infantry unit, infantry platoon, headquarter unit, support team, infantry support,"
        " army list, army, list, roster, force, forces, detachment, company, battalion, kampfgruppe,"
        " order dice, dice, units, unit list, core, core unit, elite, elites, fast attack,"
        " heavy support, reserves, configuration, main force, the list, my list, air support,"
        " vehicles and transport, transport and vehicle, troops, command and support,"
        " big gun, big guns, big stuff, heavy stuff, big toys, wheels, teams and guns"
    )
)
"""Lines that are headings, whatever stands beside these words."""
KINDS_OF_UNITS = set(
    keys_of(
        "self propelled gun, spg, inf, platoon commander, company commander, commander, specialist,"
        " officer, command, tank, gun,"
        " anti tank gun, anti aircraft gun, artillery gun, mortar,"
        " sniper, machine gun, flame thrower, armoured car, tank destroyer, vehicle, transport, tow,"
        " recce, observer, medic, truck, howitzer, infantry squad, infantry section, squad, section,"
        " team, unit, carrier, engineer, half track, field gun, flak, jeep, assault gun, light tank,"
        " medium tank, heavy tank"
    )
)
"""Headings where they stand alone in the plural, units where they are counted or one."""
