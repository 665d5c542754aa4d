"""What arms are called in lists, and which row of the weapon tables each is (Tabletop C, E).

Where a word stands for several rows, one of them has to be named: they are given with bars between.
"""

from __future__ import annotations

import re

from rules.tabletop.lists.words import abroad, plenty, translated
from rules.tabletop.lists.words.tokens import key_of

AT_GUNS = ("Light AT gun", "Medium AT gun", "Heavy AT gun", "Super-heavy AT gun")
MORTARS = ("Light mortar", "Medium mortar", "Heavy mortar")
HOWITZERS = ("Light howitzer", "Medium howitzer", "Heavy howitzer")
CANNONS = ("Light auto cannon", "Heavy auto cannon")
MACHINE_GUNS = ("LMG", "MMG", "HMG")
FLAMES = ("Flamethrower (infantry)", "Flamethrower (vehicle)")
GUNS = (*AT_GUNS, *HOWITZERS, *CANNONS, "AT weapon")
"""What is served by a crew of its own, as artillery, where no vehicle is named."""
SMG = "Submachine gun (SMG)"
VB = "VB launcher / rifle grenade"
SMALL = ("Rifle", "Pistol", SMG, "Automatic rifle", "Assault rifle", "Shotgun")
"""What one man carries and fires alone."""
CARRIED = ("Panzerfaust",)
"""What a man carries beside his weapon."""
ANTI_TANK = (*AT_GUNS, "Anti-tank rifle", "PIAT", "Bazooka", "Panzerschreck", "Panzerfaust", "AT weapon")

_NAMES = {
    "Rifle": "karabinern, karabinow, karabiny, same karabiny, karabin, karabiner 98, gewehren, fusils,"
    " mousqueton,"
    " moschetto 91, moschetto, moschetti 91,"
    " rifle, lee enfield, enfield, smle, no 4 rifle, garand, m1 garand, m1 rifle, "
    "kar 98, kar98k, kar98ks, k98,"
    " k98k, karabiner 98k, mauser, mosin nagant, mosin, svt 40 rifle, springfield, m1903, m1 carbine,"
    " carbine,"
    " arisaka, type 38 rifle, type 99 rifle, carcano, mas 36, berthier, lebel, sniper rifle, bolt action,"
    " scoped rifle, zielfernrohrgewehr, scharfschutzengewehr,"
    " rifle with scope, rifle with sniper scope, bolt action rifle, karabiner, gewehr, gewehre, fusil,"
    " fucile, fucili, moschetti, repetiergewehr, kivaari, kbk wz 29,"
    " semi automatic rifle,"
    " gewehr 43, g43, gew 43, svt 40, svt, tokarev rifle, de lisle carbine",
    "Pistol": "pistol, pistole, pistolen, pistolet, pistola, tt pistol, revolver, sidearm,"
    " side arm, webley, luger,"
    " p08, p38, walther, colt "
    "45, m1911, tokarev,"
    " tt 33, nambu, beretta pistol, handgun",
    SMG: "pm, pistolet mitrailleur, pistolets mitrailleurs, mitra mab, maschinenpistole 40,"
    " smg, mp, mab, mab 38a, orita, orita m 41, danuvia, erma, bergmann, mp 35, kiraly,"
    " m1a1 thompson, m1 thompson, m1928 thompson, m1928a1 thompson, mpi, sub machine gun,"
    " sub machine gunner, sub gun, thompson, tommy gun, tommygun, sten,"
    " sten gun, sterling, mp40, mp 38,"
    " mp 38/40, mp 41, mp 28, mp 18, schmeisser, ppsh, ppsh 41, pps, pps 43, ppd, ppd 40, grease gun,"
    " m3 smg,"
    " m3 grease gun, beretta smg, beretta submachine gun, beretta 38, mab 38, suomi, suomi kp, kp 31,"
    " suomi kp 31, suomi kp 31 smg, suomi smg, beretta m38, beretta m38 smg, beretta m38a,"
    " type 100 smg, mas 38,"
    " lanchester, owen gun, owen, austen, reising, m50 reising, machine pistol, machine carbine,"
    " patchett, maschinenpistole, maschinenpistolen, mitraillette, pistolet mitrailleur, mitra",
    "Automatic rifle": "automatic rifle, auto rifle, bar, bar m1918a2, m1918a2, m1918a2 bar,"
    " m1918 bar, m1918, bar m1918, fn bar, browning automatic rifle, b a r, fg42,"
    " fg 42,"
    " fallschirmjagergewehr, fallschirmjagergewehr 42, avs 36, avt 40, fm 24/29 automatic rifle,"
    " johnson rifle",
    "Assault rifle": "assault rifle, sturmgewehre, fusil d'assaut, stg44, stg 44, sturmgewehr,"
    " sturmgewehr 44, mp43, mp 44, stg",
    "Shotgun": "shotgun, trench gun, trench shotgun, hunting shotgun, winchester shotgun",
    "LMG": "fucile mitragliatore, fucili mitragliatori, fusils mitrailleurs, mitragliatore,"
    " lmg, browning lmg, hotchkiss lmg, hotchkiss light machine gun, solothurn lmg,"
    " solothurn light machine gun, fm, fusil mitrailleur, leichtes maschinengewehr, lahti lmg, vz 26, madsen,"
    " zb vz 26,"
    " mitragliatrice leggera, light machine gun, light mg, leichte mg, leichtes mg, bren, dp, ls 26,"
    " bren gun, bren lmg, mg 34 lmg, mg 42 lmg, dp 28, dp 27,"
    " degtyarev, dp lmg, breda 30, breda m 30, breda lmg, type 96, type 99 lmg, type 11 lmg,"
    " type 99 light machine gun, type 96 light machine gun, type 11 light machine gun,"
    " fm 24/29, chatellerault,"
    " zb vz 30, vz 30, lewis, lewis gun, zb 26, zb 30, zb 39, zb 39 lmg, zb, zb lmg, johnson lmg,"
    " m1919 a6, 30 cal lmg,"
    " type 96 lmg, wz 28, browning wz 28,"
    " vickers k lmg, vickers k light machine gun,"
    " lahti saloranta, lahti saloranta lmg, solothurn 31m, solothurn 31m lmg, breda 30 lmg,"
    " mg 34 light machine gun, mg 42 light machine gun, saw gunner",
    "MMG": "mitrailleuse hotchkiss, mitragliatrice media, mittleres maschinengewehr 34,"
    " mmg, mitrailleuse, mittleres mg, mittleres maschinengewehr, medium machine gun, medium mg,"
    " vickers, vickers gun, vickers mmg, maxim, maxim gun, m1910, m1917,"
    " m1919, m1919 a4, 30 cal, 30 cal mmg, 30 calibre mmg, .30 cal, browning 30 cal, sg 43,"
    " hotchkiss mmg,"
    " type 92 mmg, browning mmg, maxim mmg, breda 37, breda m 37, dt, mg 34 mmg, mg 42 mmg,"
    " mg 34 tripod, mg 42 tripod,"
    " mg 42 on tripod, mg 34 on tripod, besa, schwarzlose, fiat 35, sustained fire mg",
    "HMG": "mitragliatrice pesante, mitrailleuse lourde, schweres mg 12.7,"
    " hmg, heavy machine gun, heavy mg, 50 cal, .50 cal, 50 calibre, 50 cal hmg, m2 browning, m2 "
    "hmg, browning m2, ma deuce, dshk,"
    " dshk 38, dushka, 50 cal browning, 12.7 mm, 13.2 mm hotchkiss, type 93,"
    " mitrailleuse de 12.7, mitrailleuse de 12.7 mm, mitrailleuse 12.7 mm, mitrailleuse 12.7",
    "Light auto cannon": "autocannone leggero, autocannone, canon automatique leger,"
    " leichtes maschinengeschutz,"
    " light auto cannon, light automatic cannon, leichte auto kanone, leichte autokanone,"
    " leichte maschinenkanone,"
    " 2 cm kanone, 20 mm,"
    " 20 mm cannon, 20 mm auto cannon, 2 cm kwk, 2 cm kwk 30,"
    " 2 cm kwk 38, 2 cm flak, 2 cm flak 30, 2 cm flak 38, flak 30, flak 38, 2 cm auto cannon,"
    " oerlikon, polsten, breda 20 mm, breda 20/65, breda 20/65 aa gun,"
    " solothurn cannon, 20 mm breda, flakvierling barrel, shvak, tnsh, 25 mm hotchkiss,"
    " 25 mm hotchkiss sa 34",
    "Heavy auto cannon": "autocannone pesante, canon automatique lourd,"
    " heavy auto cannon, heavy automatic cannon, schwere maschinenkanone, bofors, bofors 40 mm,"
    " 40 mm bofors, 37 mm flak 36, 37 mm flak 37, 37 mm flak 43, 3.7 cm flak, 3.7 cm flak "
    "36, 3.7 cm flak 37,"
    " 37 mm flak, 37 mm aa, 37 mm auto cannon, 61 k, m1939 37 mm",
    "Anti-tank rifle": "anti tank rifle, anti tank rifle team weapon, at rifle, atr, boys, "
    "boys rifle, boys at rifle, boys anti tank rifle,"
    " ptrd, ptrd 41, ptrs, ptrs 41, panzer buchse 39, pzb 39, panzerbuchse, solothurn,"
    " lahti l39, lahti anti tank rifle, lahti l39 anti tank rifle,"
    " l 39, l 39 anti tank rifle,"
    " type 97 at rifle, type 97 anti tank rifle, type 97 20 mm at rifle, type 97 20 mm anti tank rifle,"
    " 20 mm at rifle, 20 mm anti tank rifle, solothurn anti tank rifle, 20 mm solothurn,"
    " solothurn s 18 1100, solothurn s 18 1000, s 18 1100, s 18 1000,"
    " solothurn s 18 1100 anti tank rifle, solothurn s 18 1000 anti tank rifle,"
    " wz 35, kb ur, ur wz 35",
    "PIAT": "piat, projector infantry anti tank",
    "Bazooka": "bazooka, zook, m1 bazooka, m9 bazooka, m1a1 bazooka, m9a1 bazooka, rocket launcher bazooka",
    "Panzerschreck": "panzerschreck, raketenpanzerbuchse, ofenrohr, panzer schreck",
    "Panzerfaust": "panzerfaust, panzerfauste, panzerfausten, faust, fauste, faustpatrone, panzer faust,"
    " one shot panzerfaust,"
    " panzerfaust 30, panzerfaust 60, panzerfaust 100",
    "Light AT gun": "lat, light at gun, lt at gun, light at, leichte pak, leichte panzerabwehrkanone,"
    " canon antichar leger, canon ac leger, canon ac de 25 mm, canon ac 25 mm, antichar leger,"
    " canon antichar de 25 mm,"
    " canon antichar de 47 mm, canon de 25 mm, light anti tank gun, light atg, pak 36, pak 35/36, 3.7 cm "
    "pak, 3.7 cm pak 36, 37 mm at gun,"
    " 37 mm anti tank gun, 37 mm, 37 mm gun, m3 37 mm, m3a1 37 mm, 37 mm m3a1 at gun, 37 mm m3 at gun,"
    " m3 37 mm at gun, m3a1 37 mm at gun, m3a1 at gun, m3 at gun, m3 anti tank gun, 2 pdr, 2 pdr at gun,"
    " 2 pdr anti tank gun,"
    " 45 mm at gun, 45 mm anti tank gun, 53 k, m1937, m42 45 mm, 45 mm gun, 45 mm model 1937,"
    " 45 mm m1937, 45 mm m1942,"
    " 45 mm model 1937 at gun, 45 mm m1937 at gun, 45 mm m1942 at gun, 45 mm model 1942 at gun,"
    " 47 mm at gun,"
    " 47 mm anti tank gun, type 94 37 mm,"
    " pstk 36, 37 mm pstk 36, pstk 37, 45 mm pstk, 45 mm pstk 41, 45 mm pstk 37,"
    " type 1 37 mm, 25 mm at gun, 25 mm anti tank gun, 25 mm hotchkiss, 25 mm hotchkiss at gun,"
    " 25 mm hotchkiss sa 34 at gun,"
    " bofors 37 mm,"
    " bofors 37 mm anti tank gun, bofors 37 mm at gun,"
    " bofors anti tank gun, 37 pstk/36, pstk 36, 37 pstk,"
    " 3.7 cm kwk, 37 mm bofors,"
    " cannone da 47/32, 47/32, 37 mm kwk, 2.8 cm spzb 41, spzb 41, 28 mm spzb 41,"
    " panzer buchse 41, schwere panzerbuchse 41",
    "Medium AT gun": "mat, medium at gun, medium at, mittlere pak, mittlere panzerabwehrkanone,"
    " canon antichar moyen, canon ac moyen, canon ac de 47 mm, canon ac 47 mm, medium anti tank gun,"
    " medium atg, pak 38, 5 cm pak, 5 "
    "cm pak 38, 50 mm pak 38, 6 pdr, 6 pdr at gun,"
    " 6 pdr anti tank gun, 57 mm at gun, 57 mm anti tank gun, 57 mm gun, m1 57 mm, 57 mm m1, zis 2, 5 cm kwk,"
    " 5 cm kwk 38, 5 cm kwk 39, 50 mm kwk,"
    " 50 mm at gun, f34, 75 mm m3, 75 mm gun, qf 75 mm, qf 75, 4.7 cm pak, 4.7 cm pak t, pak 97/38,"
    " 7.5 cm pak 97/38, type 1 47 mm, 50 mm gun, 57 mm, 6 pounder",
    "Heavy AT gun": "heavy at gun, long 75, long 75 mm, long barrelled 75 mm, heavy at,"
    " schwere pak, schwere panzerabwehrkanone,"
    " canon antichar lourd, canon ac lourd, heavy anti tank gun, heavy atg,"
    " pstk 40, 75 mm pstk 40, pstk 97/38, 75 mm pstk 97/38,"
    " pak 40, 7.5 cm pak, 7.5 "
    "cm pak 40, 75 mm pak 40, 7.5 cm kwk 40, 75 mm kwk 40, kwk 40,"
    " 7.5 cm stuk 40, 75 mm stuk 40, stuk 40,"
    " 7.5 cm stuk 40, 75 mm l48, 75 mm l43, 7.5 cm l48, 76 mm gun, 76 mm m1, 3 inch gun, 3 inch at gun,"
    " 3 inch anti tank gun, 3 in at gun, 3 in at gun m5, 3 inch at gun m5, m5 3 inch,"
    " 3 in anti tank gun, zis 3 at gun, 76 mm zis 3, zis s 53, 85 mm gun, 85 mm d5t, d 5 t,"
    " 7.62 cm pak 36 r, pak 36 r, pak 39, 7.5 cm pak 39, 77 mm hv, 77 mm gun, m7 3 inch",
    "Super-heavy AT gun": "shat, shat gun, super heavy at gun, super heavy at, uberschwere pak,"
    " uberschwere panzerabwehrkanone, uberschwere panzerabwehrgeschutz,"
    " super heavy anti tank gun, super heavy atg, "
    "17 pdr, 17 pdr at gun,"
    " 17 pdr anti tank gun, pak 43, 8.8 cm pak 43, 88 mm pak 43, pak 43/41, 8.8 cm flak, flak 88,"
    " the 88, 88 mm flak, 8.8 cm flak 36, 8.8 cm flak 37,"
    " 8.8 flak 36, 8.8 flak 18, 8.8 flak,"
    " 8.8 cm flak 18, flak 36, 88 flak, flak 18, 88 mm gun, 88 mm, 88 mm flak 36, 88 mm flak 37,"
    " 88 mm flak 36 dual purpose aa at gun, 8.8 cm kwk 36, 8.8 cm kwk 43, 8.8 cm, 7.5 cm kwk 42,"
    " kwk 36, kwk 43, kwk 42,"
    " 7.5 cm l70,"
    " 75 mm l70, 90 mm gun, 90 mm m3, 100 mm bs 3, bs 3, 100 mm d10, 122 mm d25t, d 25 t,"
    " 12.8 cm pak 44, pak 44, 90/53 gun, 90/53, 102/35",
    FLAMES[0]: "man pack flame thrower, infantry flame thrower, lifebuoy, roks 3, flammenwerfer 41,"
    " flammenwerfer 35, m2 flame thrower, m1 flame thrower, flammenwerfer",
    FLAMES[1]: "vehicle flame thrower, flame projector",
    VB: "vb launcher, rifle grenade, rifle grenade launcher, grenade launcher, schiessbecher, vb,"
    " grenade cup launcher,"
    " cup discharger, ec cup, m7 rifle grenade, discharger cup, rifle grenadier",
    "AT weapon": "at weapon, ampulomet, blacker bombard, northover projector",
    "Light mortar": "granatwerfer 5 cm, 5 cm granatwerfer, mortaio brixia, mortier de 60,"
    " mortier de 60 mm, mortaio da 45,"
    " light mortar, lt mortar, leichter granatwerfer, leichter morser, mortier leger,"
    " mortaio leggero, 60 mm brandt, brandt 60 mm, dbt, dbt grenade launcher, 2 inch mortar,"
    " 2 in mortar, 50 mm mortar, 60 mm mortar, 5 "
    "cm mortar, legrw 36, granatwerfer 36,"
    " 5 cm granatwerfer 36, 60 mm m2 mortar, m2 60 mm mortar, brixia, brixia mortar, brixia m 35,"
    " brixia m 35 light mortar, knee mortar, type 89,"
    " grenade discharger,"
    " type 89 grenade discharger, 45 mm brixia mortar, rm 38, m2 mortar",
    "Medium mortar": "granatwerfer 8 cm, 8 cm granatwerfer, morser 8 cm, mortaio 81 mm,"
    " mortaio medio da 81, mortaio da 81,"
    " mortier de 81, mortier moyen de 81, mortier de 81 mm,"
    " medium mortar, mittlerer granatwerfer, mittlerer morser, mortier moyen,"
    " mortaio medio, 81 mm brandt, brandt 81 mm, 3 inch mortar, 3 in mortar, 81 mm mortar, 82 mm mortar, "
    "8 cm mortar, grw 34, granatwerfer 34,"
    " 8 cm granatwerfer 34, m1 81 mm mortar, 81 mm m1 mortar, brandt mortar, 8.1 cm mortar, m1 mortar",
    "Heavy mortar": "granatwerfer 12 cm, mortier de 120,"
    " heavy mortar, schwerer granatwerfer, schwerer morser, mortier lourd,"
    " mortaio pesante, 4.2 inch mortar, 4.2 in mortar, 4.2 heavy mortar, 4.2 inch heavy mortar,"
    " 120 mm mortar, 12 cm "
    "mortar, grw 42, granatwerfer 42, 12 cm granatwerfer 42,"
    " 107 mm mortar, m2 4.2 inch mortar, 4.2 mortar, 120 pm 38",
    "Light howitzer": "light howitzer, light infantry howitzer, light artillery,"
    " light artillery gun, short 75,"
    " type 92 70 mm battalion gun, 70 mm type 92 battalion gun, 70 mm battalion gun,"
    " type 92 70 mm light howitzer, lt howitzer,"
    " leichte haubitze, 70 mm type 92,"
    " type 92 70 mm gun, type 92 70 mm infantry gun, type 92 70 mm howitzer, 70 mm gun,"
    " 70 mm howitzer, light artillery howitzer, 75 mm pack howitzer, m1a1 75 mm, pack "
    "howitzer, m1a1 pack howitzer, 75 mm howitzer, 75/27, 75/13, 75/18, leig 18, ieg 18, gebg 36,"
    " 75 mm gebg 36, 7.5 cm gebg 36,"
    " gebirgsgeschutz 36,"
    " 7.5 cm leig 18, 7.5 cm infantry gun, infanteriegeschutz 18, le ig 18, ig 18,"
    " 75 mm infantry gun, 70 mm infantry gun, type 92 infantry gun, type 92 battalion gun,"
    " type 92 howitzer, type 92 light howitzer, type 92 battalion howitzer, type 41 howitzer,"
    " type 41 mountain gun, 76 mm infantry gun, 76 mm m1927, 65/17, 65 mm mountain gun,"
    " 3 inch howitzer, 3.7 inch mountain howitzer, 95 mm howitzer,"
    " 7.5 cm kwk l24, 7.5 cm l24, 75 mm l24, 75 mm short, 7.5 cm kwk 37, 7.5 cm stuk 37, 95 mm",
    "Medium howitzer": "medium howitzer, medium artillery, medium artillery gun, 100/17, 100/22,"
    " 105/28, mittlere haubitze, m2a1,"
    " m2a1 105 mm, m2a1 105 mm howitzer,"
    " m2a1 105 mm medium howitzer, medium artillery howitzer,"
    " 105 mm howitzer, 10.5 cm lefh 18, lefh 18, 10.5 cm howitzer, 105 mm,"
    " m2a1 howitzer, 105 mm m2a1, m3 105 mm, 122 mm howitzer m 30, m 30 122 mm, 10.5 cm stuh 42,"
    " 105 mm stuh",
    "Heavy howitzer": "heavy howitzer, heavy artillery, heavy artillery gun, schwere haubitze,"
    " heavy artillery howitzer, 150 mm howitzer,"
    " 15 cm sfh "
    "18, sfh 18, 155 mm howitzer, 152 mm howitzer, 5.5 inch gun, 5.5 inch howitzer,"
    " sig 33, 15 cm sig 33, 15 cm infantry gun, 152 mm ml 20, ml 20, 150 mm sig 33, m114,"
    " 15 cm howitzer, 4.5 inch gun",
    "|".join(
        MACHINE_GUNS
    ): "machine gun, mg, maschinengewehr, mitragliatrice, mitragliatrici, machine gunner, gpmg, mg 08,"
    " type 92",
    f"Pistol|{SMG}": "beretta",
    f"{VB}|Light mortar": "light grenade launcher, light grenade launchers",
    "Light AT gun|Light mortar": "wz 36",
    "Light howitzer|Medium howitzer": "25 pdr, 25 pdr howitzer, 25 pdr field gun, 25 pdr gun,"
    " 25 pdr gun howitzer",
    "LMG|MMG": "vickers k, vickers k gun, twin vickers k, breda, mg34, mg42, mg 34/42, mg 34 or mg 42",
    "|".join(AT_GUNS): "anti tank gun, canon antichar, canon ac, at gun, atg, pak, panzerabwehrkanone,"
    " panzerjager gun,"
    " main gun",
    "|".join(MORTARS): "mortar, granatwerfer, morser, mortier, mortaio",
    "|".join(MACHINE_GUNS[1:]): "schwere mg, schweres mg, schweres maschinengewehr, schwere mg 34,"
    " schwere mg 42",
    "|".join(
        HOWITZERS
    ): "howitzer, haubitze, artillery howitzer, gun howitzer, infantry gun, infanteriegeschutz,"
    " mountain gun,"
    " pack gun, assault howitzer",
    "|".join(
        CANNONS
    ): "auto cannon, maschinenkanone, flak gun, aa gun, anti aircraft gun, anti aircraft cannon,"
    " flak, aa auto cannon",
    "|".join(
        ("Light howitzer", "Medium howitzer", "Heavy AT gun")
    ): "zis 3, 76 mm zis 3 divisional gun, 76 mm divisional gun, divisional gun",
    "|".join(
        ("Light howitzer", "Medium AT gun", "Light AT gun")
    ): "field gun, 75 mm field gun, 75 mm mle 1897, french 75",
    "|".join(
        (*AT_GUNS, *HOWITZERS, *CANNONS)
    ): "gun, cannon, artillery gun, artillery piece, dual purpose gun, dual purpose aa at gun",
    "|".join((*HOWITZERS, *AT_GUNS[2:])): "recoilless rifle, 75 mm m20, m20 recoilless rifle, lg 40,"
    " lg 42,"
    " leichtgeschutz 40, leichtgeschutz 42, 7.5 cm leichtgeschutz 40, 10.5 cm leichtgeschutz 42,"
    " leichtgeschutz,"
    " 7.5 cm lg 40, 10.5 cm lg 42, recoilless gun",
    "|".join(HOWITZERS[1:]): "nebelwerfer, nebelwerfer 41, nebelwerfer 42, rocket launcher,"
    " multiple rocket launcher,"
    " multiple launcher, rocket battery",
    "|".join(FLAMES): "flame thrower, flame gun",
}
"""Each row with the names that it goes by."""


def _arms() -> dict[tuple[str, ...], tuple[str, ...]]:
    found: dict[tuple[str, ...], tuple[str, ...]] = {}
    for rows, names in _NAMES.items():
        for name in names.split(","):
            for one in (name, _AT.sub(" anti tank ", name)):
                found.setdefault(key_of(one), tuple(rows.split("|")))
    translated.joined(found, abroad.ARMS)
    translated.joined(found, plenty.ARMS)
    return found


_AT = re.compile(r" at (?=gun|rifle)")


ARMS = _arms()
"""The rows that a name may stand for, by its words."""
_CLASSES_ABROAD = {phrase: words for phrase, words in abroad.ARMS.items() if phrase.capitalize() in HOWITZERS}
_CLASSES_ABROAD |= {
    "light at gun": f"{abroad.ARMS['light at gun']}, canon antichar leger, canon ac leger, leichte pak",
    "medium at gun": f"{abroad.ARMS['medium at gun']}, canon antichar moyen, canon ac moyen, mittlere pak",
    "heavy at gun": f"{abroad.ARMS['heavy at gun']}, canon antichar lourd, canon ac lourd, schwere pak",
    "light auto cannon": f"{abroad.ARMS['light auto cannon']}, leichte auto kanone, autocannone leggero",
}
CLASSES_ABROAD = frozenset(
    " ".join(key_of(one)) for words in _CLASSES_ABROAD.values() for one in words.split(",")
)
"""What the tables' own words for a gun are abroad: whoever uses them says which it is."""
IN_FULL = frozenset(
    f"{size} {name}" for size in ("light", "medium", "heavy") for name in ("machine gun", "mg")
)
"""What the tables shorten."""
