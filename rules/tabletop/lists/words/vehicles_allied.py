"""Vehicles of the Commonwealth, the United States, the Soviet Union, France, Poland.

A row: the name and its aliases; the class (several: it has to be asked); how it moves; flags; its arms, in
turret ``t`` or hull ``h``. Rows with the same alias are variants of one vehicle: more words tell which.
"""

from __future__ import annotations

ALLIED = """
M3 Stuart; stuart, m3 stuart, m3 stuart i, m3 stuart ii, stuart ii, m3a1 stuart, m5 stuart,
  m5a1 stuart, m5a1, m3a3 stuart, honey, stuart
  honey, stuart i, stuart iii, stuart v, stuart vi, m3 honey, m3 light tank, m5 light tank, m5a1
  light tank, m3 stuart light tank, m5 stuart light tank, m5a1 stuart light tank | L | t | | t:LAT
  t:MMG h:MMG
Satan; satan, m3a1 satan, m3a1 with satan flame thrower, m3a1 with satan flame thrower light tank,
  satan flame thrower tank | L | t | | t:FL h:MMG
Sherman Crocodile; sherman crocodile | M | t | | t:MAT t:MMG h:FL
Stuart Recce; stuart recce, stuart jalopy | L | t | ro | h:HMG
M24 Chaffee; chaffee, m24 chaffee, m24 | L | t | | t:MAT t:MMG h:MMG t:HMG
M22 Locust; locust, m22 locust | A/L | t | | t:LAT t:MMG
M2A4; m2a4, m2a4 light tank | L | t | | t:LAT t:MMG h:MMG
M3 Lee; lee, m3 lee, general lee, m3a1 lee, m3a3 lee, m3a5 lee | M | t | | h:MAT t:LAT t:MMG
M3 Grant; grant, m3 grant, general grant, grant i | M | t | | h:MAT t:LAT t:MMG
M4 Sherman; sherman, m4 sherman, m4, m4a1, m4a2, m4a3, m4a4, m4a1 sherman, m4a2 sherman, m4a3
  sherman, m4a4 sherman, sherman m4, sherman m4a1, sherman m4a2, sherman m4a3, sherman m4a4, sherman
  v, sherman ii, sherman iii, sherman i, sherman 75, sherman 75 mm, m4 sherman 75 mm, m4a1 75, m4a3
  75, m4a3 75 w, m4 75, emcha, sherman dd, sherman m4a3 75 | M | t | | t:MAT t:MMG h:MMG
M4 Sherman (76); sherman, sherman 76, sherman 76 mm, m4a1 76, m4a2 76, m4a3 76, m4a3e8, easy eight,
  sherman easy eight, m4a3e8 sherman, m4 sherman 76, m4a1 sherman 76, m4a2 sherman 76, m4a3 sherman
  76, m4a3 sherman 76 mm, m4a1 sherman 76 mm, m4a2 sherman 76 mm, sherman m4a1 76, sherman m4a3 76,
  sherman m4a3e8, sherman 76 w, m4a1 76 w, m4a3 76 w, m4a3 76 w hvss | M | t | | t:HAT t:MMG h:MMG
M4 Sherman (105); sherman, sherman 105, sherman 105 mm, m4 105, m4a3 105, m4 sherman 105, m4a3
  sherman 105, m4 105 mm howitzer | M | t | | t:MH t:MMG h:MMG
Sherman Firefly; firefly, sherman firefly, sherman vc, sherman ic, sherman vc firefly, firefly vc,
  sherman ic firefly, firefly sherman | M | t | | t:SAT t:MMG
Sherman Crab; sherman crab, crab | M | t | | t:MAT t:MMG
Sherman Jumbo; jumbo, sherman jumbo, m4a3e2, m4a3e2 jumbo, m4a3e2 sherman jumbo, m4a3e2 jumbo
  sherman | H | t | | t:MAT t:MMG h:MMG
Sherman Calliope; calliope, sherman calliope | M | t | | t:MAT t:MMG h:MMG
M26 Pershing; pershing, m26 pershing, m26 | H | t | | t:SAT t:MMG h:MMG
M6; m6 heavy tank | H | t | | t:HAT t:LAT
M10; m10, m10 wolverine, wolverine, m10 tank destroyer, m10 gmc, m10 wolverine tank destroyer, m10 3
  inch gmc | L/M | t | o | t:HAT
M18 Hellcat; hellcat, m18 hellcat, m18, m18 tank destroyer, m18 hellcat tank destroyer | A/L | t | o
  | t:HAT t:HMG
M36 Jackson; jackson, m36 jackson, m36, m36 slugger, m36 tank destroyer | L/M | t | o | t:SAT t:HMG
M7 Priest; priest, m7 priest, m7 | L | t | o | h:MH h:HMG
M8 Scott; scott, m8, m8 scott, m8 hmc, m8 howitzer motor carriage | L | t | o | t:LH t:HMG
M12; m12 gmc, m12 gun motor carriage | L/M | t | o | h:HH
T19; t19 hmc, m3 105 mm hmc, m3 105 mm howitzer motor carriage | A | h | o | h:MH
M3 GMC; m3 gmc, m3 75 mm gmc, m3 gun motor carriage, m3 75 mm gun motor carriage, t12 gmc,
  m3 75 mm t12 gun motor carriage | A | h | o | h:MAT
T30 HMC; t30 hmc, t30 howitzer motor carriage, m3 75 mm t30 howitzer motor carriage | A | h | o | h:LH
M40; m40 gmc, m40 gun motor carriage | L/M | t | o | h:HH
M13; m13 mgmc, m13 multiple gun motor carriage | A | h | o | t:HMG*2
M6 GMC; m6 gmc, m6 fargo, m6 gun motor carriage | S | w | | h:LAT
M3 half-track; m3 ht, m5 ht, m3 half track, half track m3, m3a1 half track, m5 half track, m9 half track,
  m2 half track, m2a1
  half track, m3 half track personnel carrier, white half track, m3a1, us half track, m5a1 half
  track | A | h | o | h:HMG
M4 mortar carrier; m4 mortar carrier, m21 mortar carrier, m4 mortar half track | A | h | o | h:MM
M16; m16, m16 quad 50, m16 quad, quad 50, m16 mgmc, m16 multiple gun motor carriage, m16 aa half track,
  meat chopper, m16 half track
  | A | h | o | t:HMG*4
M15; m15, m15a1, m15 cgmc | A | h | o | h:HAC h:HMG*2
M8 Greyhound; greyhound, m8 greyhound, m8 armoured car, m8 | A | w | ro | t:LAT t:MMG h:HMG
M8 Greyhound (no pintle); greyhound, m8 greyhound, m8 armoured car, m8 | A | w | ro | t:LAT t:MMG
M20; m20, m20 utility car, m20 scout car, m20 armoured car, m20 greyhound | A | w | ro | h:HMG
M3 White scout car; white scout car, m3 scout car, m3a1 scout car, m3 white scout car, m3a1 white
  scout car | A | w | ro | h:HMG
Jeep; jeep, airborne jeep, willys, willys jeep, ford gpw, us jeep, bantam | S | w | |
SAS jeep; sas jeep, recce jeep, sas jeep with vickers k | S | w | r |
Dodge; dodge, dodge wc, weapons carrier, dodge weapons carrier, 3/4 ton truck, dodge truck, wc 51 |
  S | w | |
GMC truck; gmc, gmc truck, gmc 2.5 ton truck, deuce and a half, 2.5 ton truck, 2 1/2 ton truck,
  studebaker, studebaker truck, 2.5 ton gmc truck, 1.5 ton truck | S | w | |
DUKW; dukw | S | w | |
M29 Weasel; weasel, m29 weasel | S | t | |
M5 tractor; m5 tractor, m4 tractor, m4/m5 artillery tractor, m4 artillery tractor,
  m5 artillery tractor, m5 high speed tractor | S | t | |
LVT; lvt, lvt 2, lvt 4, buffalo, water buffalo, lvt 4 buffalo, amtrac, alligator, lvt 1 | A/S | t |
  o | h:HMG*2
LVT(A); lvt a 4, lvt a 1, amtank | A/L | t | | t:LH
Universal carrier; universal carrier, bren carrier, bren gun carrier, scout carrier, carrier
  universal, bren gun universal carrier | A | t | o | h:LMG
Carrier Wasp; wasp, wasp carrier, carrier wasp, wasp flame thrower carrier, universal carrier wasp |
  A | t | o | h:FL
Mortar carrier; 3 inch mortar carrier | A | t | o | h:MM
Loyd carrier; loyd carrier, lloyd carrier, windsor carrier, t16 carrier, t16 universal carrier | A |
  t | o |
Ram Kangaroo; kangaroo, ram kangaroo, priest kangaroo, sherman kangaroo | M/A | t | o | h:MMG
Landsverk; landsverk, landsverk l 180, landsverk l 181, landsverk m 36, landsverk m 38 | A | w | |
  t:LAT t:MMG h:MMG h:MMG
Daimler armoured car; daimler, daimler armoured car, daimler mk i | A | w | r | t:LAT t:MMG
Daimler Dingo; dingo, daimler dingo, dingo scout car, daimler scout car, daimler dingo scout car | A
  | w | ro | h:LMG
Humber armoured car; humber, humber armoured car, humber mk ii, humber mk iii | A | w | r | t:HMG t:MMG
Humber Mk IV; humber, humber mk iv, humber armoured car mk iv, humber iv | A | w | r | t:LAT t:MMG
Humber scout car; humber, humber scout car | A | w | r | h:LMG
Humber LRC; humber lrc, humber light recce car, humber light reconnaissance car, humberette, otter |
  A | w | r | t:LMG
Marmon-Herrington; marmon herrington, marmon herrington mk ii, marmon herrington mk iii | A | w | ro
  | t:LMG t:ATR
AEC Mk I; aec, aec armoured car, aec mk i | A | w | r | t:LAT t:MMG
AEC Mk II; aec mk ii, aec, aec armoured car | A | w | r | t:MAT t:MMG
AEC Mk III; aec mk iii, aec, aec armoured car | A | w | r | t:MAT t:MMG
Staghound; staghound, t17e1 staghound, staghound mk i, staghound armoured car | A | w | r | t:LAT
  t:MMG h:MMG
Morris CS9; morris cs9 | A | w | ro | t:ATR t:LMG
Rolls-Royce armoured car; rolls royce, rolls royce armoured car | A | w | r | t:MMG
Vickers Mk VI; vickers mk vi, vickers light tank, vickers mk vi light tank, vickers mk vib, light
  tank mk vi, mk vi light tank, mk vib | L | t | | t:HMG t:MMG
Tetrarch; tetrarch, tetrarch light tank | L | t | | t:LAT t:MMG
A9 Cruiser; a9, a9 cruiser, cruiser mk i | A/L | t | | t:LAT t:MMG
A10 Cruiser; a10, a10 cruiser, cruiser mk ii | L/M | t | | t:LAT t:MMG h:MMG
A13 Cruiser; a13, a13 cruiser, cruiser mk iii, cruiser mk iv | A/L | t | | t:LAT t:MMG
Crusader I-II; crusader, crusader i, crusader ii, crusader mk i, crusader mk ii | L | t | | t:LAT t:MMG
Crusader III; crusader, crusader iii, crusader mk iii | L/M | t | | t:MAT t:MMG
Crusader AA; crusader aa | L | t | | t:LAC*2
Matilda I; matilda, matilda i | L/M | t | s | t:MMG
Matilda II; matilda, matilda ii, matilda 2 | M/H | t | s | t:LAT t:MMG
Valentine II; valentine, valentine i, valentine ii, valentine iii, valentine mk ii, valentine mk iii
  | M | t | s | t:LAT t:MMG
Valentine IX; valentine, valentine viii, valentine ix, valentine x, valentine mk ix | M | t | s | t:MAT
Archer; archer, archer tank destroyer | A/L | t | o | h:SAT
Churchill I-II; churchill, churchill i, churchill ii | H | t | s | t:LAT t:MMG h:LH
Churchill III-IV; churchill, churchill iii, churchill iv, churchill mk iii, churchill mk iv | H | t
  | s | t:MAT t:MMG h:MMG
Churchill V; churchill, churchill v, churchill viii | H | t | s | t:LH t:MMG h:MMG
Churchill VI; churchill, churchill vi | H | t | s | t:MAT t:MMG h:MMG
Churchill VII; churchill, churchill vii, churchill mk vii | H/X | t | s | t:MAT t:MMG h:MMG
Churchill Crocodile; crocodile, churchill crocodile, churchill vii crocodile, churchill crocodile
  vii | H/X | t | s | t:MAT t:MMG h:FL
Churchill AVRE; avre, churchill avre | H/X | t | s | h:MMG
Cromwell IV; cromwell, cromwell iv, cromwell v, cromwell vii, cromwell mk iv, cromwell mk iv v vii |
  M | t | | t:MAT t:MMG h:MMG
Cromwell VI; cromwell vi, cromwell cs, cromwell viii, cromwell mk vi | M | t | | t:LH t:MMG h:MMG
Centaur; centaur, centaur cs | M | t | | t:LH t:MMG h:MMG
Comet; comet, a34 comet | M | t | | t:HAT t:MMG h:MMG
Challenger; challenger, a30 challenger | M | t | | t:SAT t:MMG
Achilles; achilles, m10 achilles, m10c, m10c achilles, m10 17 pdr, achilles 17 pdr | L/M | t | o | t:SAT
Sexton; sexton | L | t | o | h:MH
Bishop; bishop | L/M | t | | h:MH
Deacon; deacon, aec deacon | A/S | w | | h:MAT
25-pdr portee; 2 pdr portee, portee | S | w | | h:LAT
6-pdr portee; 6 pdr portee | S | w | | h:MAT
Quad; quad tractor, morris quad, morris c8, c8 quad, quad gun tractor, morris c8 quad, field
  artillery tractor | S | w | |
Bedford; bedford, bedford truck, bedford lorry, bedford ql, 15 cwt truck, 15 cwt, morris truck,
  morris 15 cwt, chevrolet truck, lrdg chevrolet, cmp truck, 3 ton lorry, 3 ton truck, austin k5, 30
  cwt | S | w | |
LRDG truck; lrdg truck | S | w | r |
T-26; t 26, t 26 light tank | L | t | | t:LAT t:MMG
OT-26; ot 26, ot 130, ot 133 | L | t | | t:FL t:MMG
T-27; t 27 | A/L | t | | h:MMG
T-28; t 28 | L/M | t | | t:LH t:MMG
T-35; t 35 | M/H | t | s | t:LH t:LAT t:LAT t:MMG
T-37; t 37, t 38, t 40 | A/L | t | r | t:MMG
BT-5; bt 5, bt 7, bt 2, bt, bt 7 fast tank, bt 5 fast tank | L | t | f | t:LAT t:MMG
T-60; t 60, t 60 light tank | L | t | | t:LAC t:MMG
T-70; t 70, t 70 light tank | L | t | | t:LAT t:MMG
T-50; t 50 | L | t | | t:LAT t:MMG
T-34/76; t 34, t 34/76, t 34 76, t 34 m1942, t 34 1942, t 34 m1940, t 34 m1941, t 34 m1943, t 34/76
  medium tank | M | t | | t:MAT t:MMG h:MMG
T-34/85; t 34, t 34/85, t 34 85, t 34/85 medium tank | M | t | | t:HAT t:MMG h:MMG
OT-34; ot 34 | M | t | | t:MAT t:MMG h:FL
T-44; t 44 | M | t | | t:HAT t:MMG
KV-1; kv 1, kv, kv 1s, kv 1 heavy tank, klim voroshilov, kv 1 m1942, kv 1a | H | t | | t:MAT t:MMG*2
  h:MMG
KV-2; kv 2 | H | t | s | t:HH t:MMG h:MMG
KV-85; kv 85 | H | t | | t:HAT t:MMG h:MMG
KV-8; kv 8 | H | t | | t:FL t:LAT t:MMG
IS-1; is 1, js 1, is 85 | H | t | | t:HAT t:MMG
IS-2; is 2, js 2, iosef stalin, joseph stalin, stalin tank, josef stalin | H | t
  | | t:SAT t:MMG h:MMG
IS-3; is 3, js 3 | X | t | | t:SAT t:MMG
SU-76; su 76, su 76m, su 76 i | L | t | o | h:LH
SU-85; su 85 | M | t | | h:HAT
SU-100; su 100 | M | t | | h:SAT
SU-122; su 122 | M | t | | h:MH
SU-152; su 152 | H | t | | h:HH
ISU-122; isu 122 | H | t | | h:SAT
ISU-152; isu 152 | H | t | | h:HH
ZIS-30; zis 30 | A/S | t | o | h:MAT
ZSU-37; zsu 37 | A/L | t | o | t:HAC
BA-6; ba 6, ba 10, ba 3, ba 10 armoured car, ba 6 armoured car, ba 10m | A | w | r | t:LAT t:MMG h:MMG
BA-64; ba 64, ba 64 armoured car, ba 64 scout car | A | w | r | t:LMG
BA-20; ba 20 | A | w | r | t:LMG
Komsomolets; komsomolets, komsomolets tractor, t 20 komsomolets | A | t | o | h:MMG
Stalinets; stalinets, stalinets tractor, stz 5 | S | t | |
Polski Fiat 621; polski fiat, fiat 621, pf 621, polski fiat 621, fiat 621 truck, polski fiat truck | S | w | |
GAZ truck; gaz, gaz aa, gaz aaa, gaz truck, gaz aa truck, zis 5, zis 5 truck, zis truck, zis 6, gaz
  mm, gaz 67, gaz jeep | S | w | |
Katyusha; katyusha, bm 13, katyusha bm 13, bm 13 katyusha, bm 8 | S | w | | h:MH/HH
FT-17; ft 17, renault ft, renault ft 17, ft, ft 17/18 | A/L | t | s | t:MMG/LAT
R35; r35, renault r35, r40, renault r40 | L/M | t | s | t:LAT t:MMG
H35; h35, h39, hotchkiss h35, hotchkiss h39, h38 | L | t | s | t:LAT t:MMG
FCM 36; fcm 36 | L | t | s | t:LAT t:MMG
Somua MCG; somua mcg, somua mcl, somua mcg/mcl, somua mcg/mcl tractor, somua mcg tractor | A/S | h | |
M5A1 Stuart E7-7; e7-7, e7-7 mechanized flamethrower, m5a1 e7-7 | L | t | | t:FL t:MMG
S35; s35, somua, somua s35 | M | t | | t:LAT t:MMG
D2; char d2, d2, char d1 | M | t | s | t:LAT t:MMG
Char B1 bis; char b1, char b1 bis, b1 bis, b1, char b1 and b1 bis | H | t | s | h:LH t:LAT t:MMG h:MMG
Char 2C; char 2c, 2c | M/X | t | s | t:MAT
AMC 35; amc 35 | L | t | r | t:LAT t:MMG
AMR 33; amr 33, amr 35, amr | A/L | t | r | t:MMG
AMD Panhard 178; panhard, panhard 178, amd 35, amd panhard 178, amd 178, panhard amd 178 | A | w | r
  | t:LAT t:MMG
White AMD; amd white, laffly white, laffly 50 am, laffly s15 toe | A | w | r | t:LAT t:MMG
Lorraine 37L; lorraine 37l, lorraine 38l, lorraine tractor | A | t | |
Renault UE; renault ue, ue, chenillette, chenillette ue, ue chenillette | A | t | |
Laffly W15 TCC; laffly w15 tcc, laffly w15, laffly tcc | S | w | | h:LAT
Laffly S20; laffly s20, laffly truck, laffly, renault truck, citroen truck, citroen u23 | S | w | |
TK/TKS; tks, tk 3, tk/tks, tks tankette, tk 3 tankette, tankette tks, tk tks tankette | A/L | t | | h:MMG
7TP; 7tp, 7tp jw, 7 tp light tank | L | t | | t:LAT t:MMG
7TP dw; 7tp dw | L | t | | t:MMG*2
Vickers E; vickers e, vickers 6 ton, vickers 6 ton a, vickers 6 ton e | A/L | t | | t:LAT t:MMG
wz. 34; wz 34, wz 34 armoured car, wz 29 armoured car, ursus wz 29 | A | w | r | t:LAT/MMG
C4P; c4p, c4p half track | S | h | |
Polski Fiat; polski fiat, polski fiat truck, polski fiat 508, fiat 508, pf 508 | S | w | |
"""
