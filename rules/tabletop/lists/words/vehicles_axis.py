"""Vehicles of Germany, Italy, Japan and those who fought beside them.

A row: the name and its aliases; the class (several: it has to be asked); how it moves; flags; its arms, in
turret ``t`` or hull ``h``. Rows with the same alias are variants of one vehicle: more words tell which.
"""

from __future__ import annotations

AXIS = """
Panzer I; panzer i, panzer 1, panzer i ausf a, panzer i ausf b, sd kfz 101 | A/L | t | | t:MMG*2
Panzerjäger I; panzerjager i, panzerjager 1 | A/L | t | o | h:MAT
Panzer II; panzer ii, panzer 2, panzer ii ausf c, panzer ii ausf f, sd kfz 121 | L | t | | t:LAC t:MMG
Panzer II Luchs; luchs, panzer ii luchs, panzer ii ausf l, lynx | L | t | r | t:LAC t:MMG
Panzer II Flamm; flammpanzer ii, panzer ii flamm, flamingo | L | t | | h:FL*2 t:MMG
Panzer 35(t); panzer 35 t, 35 t, r 2 light tank, lt vz 35, lt 35 | L | t | | t:LAT t:MMG h:MMG
Panzer 38(t); panzer 38 t, 38 t, lt 38, lt 38 38 t | L | t | | t:LAT t:MMG h:MMG
Panzer III Ausf A-D; panzer iii, panzer 3, panzer iii ausf a, panzer iii ausf b, panzer iii ausf c,
  panzer iii ausf d | L | t | | t:LAT t:MMG h:MMG
Panzer III Ausf E-F; panzer iii, panzer 3, panzer iii ausf e, panzer iii ausf f | L/M | t | | t:LAT
  t:MMG h:MMG
Panzer III Ausf G-J; panzer iii, panzer 3, panzer iii ausf g, panzer iii ausf h, panzer iii ausf j |
  M | t | | t:MAT t:MMG h:MMG
Panzer III Ausf L-M; panzer iii, panzer 3, panzer iii ausf l, panzer iii ausf m | M | t | | t:MAT
  t:MMG h:MMG
Panzer III Ausf N; panzer iii, panzer 3, panzer iii ausf n | M | t | | t:LH t:MMG h:MMG
Panzer III Flamm; flammpanzer iii, panzer iii flamm, flammpanzer 3 | M | t | | t:FL t:MMG h:MMG
Panzer IV Ausf A-F1; panzer iv, panzer 4, panzer iv ausf a, panzer iv ausf b, panzer iv ausf c,
  panzer iv ausf d, panzer iv ausf e, panzer iv ausf f1, panzer iv ausf f | M | t | | t:LH t:MMG
  h:MMG
Panzer IV Ausf F2-J; panzer iv, panzer 4, panzer iv ausf f2, panzer iv ausf g, panzer iv ausf h,
  panzer iv ausf j | M | t | | t:HAT t:MMG h:MMG
Panther; panther, pantera, panzer v, panzer v panther, panther ausf a, panther ausf d, panther ausf g,
  panther d, panther a, panther g, sd kfz 171 | H | t | | t:SAT t:MMG h:MMG
Tiger I; tiger, tiger i, tiger 1, tiger ausf e, panzer vi, panzer vi tiger, tiger tank, sd kfz 181 |
  H | t | | t:SAT t:MMG h:MMG
Tiger II; tiger ii, tiger 2, king tiger, konigstiger, royal tiger, bengal tiger, panzer vi b, sd kfz
  182 | X | t | | t:SAT t:MMG h:MMG
StuG III Ausf A-E; stug, stug iii, stug 3, sturmgeschutz, sturmgeschutz iii, stug iii ausf a, stug
  iii ausf b, stug iii ausf c, stug iii ausf d, stug iii ausf e | M | t | | h:LH
StuG III Ausf F-G; stug, stug iii, stug 3, sturmgeschutz, sturmgeschutz iii, stug iii ausf f, stug
  iii ausf f8, stug iii ausf g, stug iii g, stug g, sturmgeschutz iii g | M | t | | h:HAT h:MMG
StuH 42; stuh, stuh 42, sturmhaubitze, sturmhaubitze 42 | M | t | | h:MH h:MMG
StuG IV; stug iv, stug 4, sturmgeschutz iv | M | t | | h:HAT h:MMG
Brummbär; brummbar, sturmpanzer iv, sturmpanzer | M/H | t | | h:HH h:MMG
Sturmtiger; sturmtiger | X | t | | h:MMG
Hetzer; hetzer, jagdpanzer 38 t, jagdpanzer 38 t hetzer, jagdpanzer 38, panzerjager 38 t hetzer | M
  | t | | h:HAT h:MMG
Jagdpanzer IV; jagdpanzer iv, jagdpanzer 4, jagdpanzer iv l/48 | M | t | | h:HAT h:MMG
Jagdpanzer IV/70; jagdpanzer iv/70, panzer iv/70, jagdpanzer iv l/70, jagdpanzer iv l70 | M | t | |
  h:SAT h:MMG
Jagdpanther; jagdpanther | H | t | | h:SAT h:MMG
Jagdtiger; jagdtiger | X | t | | h:SAT h:MMG
Elefant; elefant, ferdinand | X | t | | h:SAT
Marder I; marder, marder i, marder 1 | A/L | t | o | h:HAT
Marder II; marder, marder ii, marder 2 | A/L | t | o | h:HAT h:MMG
Marder III; marder, marder iii, marder 3, marder iii m, marder iii h | A/L | t | o | h:HAT h:MMG
Nashorn; nashorn, hornisse | L | t | o | h:SAT h:MMG
Wespe; sd kfz 124 wespe, sd kfz 124, wespe | L | t | o | h:MH
Hummel; sd kfz 165 hummel, sd kfz 165, hummel | L | t | o | h:HH
Grille; grille | A/L | t | o | h:HH
Bison; bison, sturmpanzer i bison, sturmpanzer i | A/L | t | o | h:HH
Wirbelwind; wirbelwind, flakpanzer iv wirbelwind | M | t | o | t:LAC*4 h:MMG
Ostwind; ostwind, flakpanzer iv ostwind | M | t | o | t:HAC h:MMG
Möbelwagen; mobelwagen | M | t | o | h:HAC h:MMG
Flakpanzer 38(t); flakpanzer 38 t | A/L | t | o | h:LAC
Goliath; goliath | A/S | t | |
Sd.Kfz 221; sd kfz 221 | A | w | ro | t:MMG
Sd.Kfz 222; sd kfz 222 | A | w | ro | t:LAC t:MMG
Sd.Kfz 223; sd kfz 223 | A | w | ro | t:MMG
Sd.Kfz 231; sd kfz 231, sd kfz 232, sd kfz 231 8 rad, sd kfz 232 8 rad, sd kfz 231/232 | A | w | r |
  t:LAC t:MMG
Sd.Kfz 233; sd kfz 233 | A | w | ro | h:LH
Sd.Kfz 234/1; sd kfz 234/1, sd kfz 234 | A | w | ro | t:LAC t:MMG
Puma; puma, puma 234/2, puma 234, 234/2 puma, sd kfz 234/2, sd kfz 234/2 puma, sd kfz 234,
  puma sd kfz 234/2 | A | w | ro | t:MAT t:MMG
Sd.Kfz 234/3; sd kfz 234/3, sd kfz 234 stummel, sd kfz 234 | A | w | ro | h:LH
Sd.Kfz 234/4; sd kfz 234/4, sd kfz 234 | A | w | ro | h:HAT
Sd.Kfz 250; sd kfz 250, sd kfz 250/1, hanomag 250, sd kfz 250/3 | A | h | o | h:MMG
Sd.Kfz 250/8; sd kfz 250/8, sd kfz 250/8 stummel | A | h | o | h:LH h:MMG
Sd.Kfz 250/9; sd kfz 250/9 | A | h | ro | t:LAC t:MMG
Sd.Kfz 250/10; sd kfz 250/10 | A | h | o | h:LAT
Sd.Kfz 251; sd kfz 251, sd kfz 251/1, sd kfz 251/1 hanomag, hanomag, hanomag 251, hanomag half
  track, sd kfz 251 hanomag, sd kfz 251/1 half track, sd kfz 251 half track, hanomag sd kfz 251 | A
  | h | o | h:MMG
Sd.Kfz 251/2; sd kfz 251/2 | A | h | o | h:MM h:MMG
Sd.Kfz 251/9; sd kfz 251/9, stummel, sd kfz 251/9 stummel | A | h | o | h:LH h:MMG
Sd.Kfz 251/10; sd kfz 251/10 | A | h | o | h:LAT h:MMG
Type 89 I-Go; type 89 yi go, type 89 i go, type 89 medium tank, type 89 tank, type 89 chi ro |
  M | t | | t:LH/MAT t:MMG h:MMG
Sd.Kfz 251/17; sd kfz 251/17 | A | h | o | h:LAC h:MMG
Sd.Kfz 251/23; sd kfz 251/23 | A | h | | t:LAC t:MMG
Sd.Kfz 251/16; sd kfz 251/16, flammpanzerwagen, sd kfz 251/16 flammpanzerwagen | A | h | o | h:FL*2 h:MMG
Sd.Kfz 251/21; sd kfz 251/21, drilling, sd kfz 251/21 drilling | A | h | o | h:LAC*3 h:MMG
Sd.Kfz 251/22; sd kfz 251/22 | A | h | o | h:HAT h:MMG
Sd.Kfz 7; sd kfz 7, sd kfz 9, sd kfz 11, sd kfz 10, sd kfz 8 | S | h | |
Sd.Kfz 10/4; sd kfz 10/4, sd kfz 10/5 | S | h | | h:LAC
Sd.Kfz 7/1; sd kfz 7/1 | S | h | | h:LAC*4
Sd.Kfz 7/2; sd kfz 7/2 | S | h | | h:HAC
Kettenkrad; kettenkrad, sd kfz 2 | S | h | |
Maultier; maultier, opel maultier | S | h | |
RSO; rso, raupenschlepper ost, raupenschlepper | S | t | |
RSO/Pak 40; rso pak 40, rso/pak 40, raupenschlepper ost pak 40 | A/S | t | o | h:HAT
Opel Blitz; opel blitz, opel blitz truck, opel blitz lorry, opel truck, blitz truck, krupp protze,
  protze, opel blitz 3 ton truck | S | w | |
Kübelwagen; kubelwagen, kubel, kubelwagen with mg, vw kubelwagen, volkswagen kubelwagen | S | w | |
Schwimmwagen; schwimmwagen | S | w | |
Horch; horch, horch 901, steyr 1500, kfz 15, kfz 70 | S | w | |
Borgward IV; borgward iv, borgward | A/L | t | |
L3/35; l3/35, l3, cv 33, cv 35, cv 3/33, cv 3/35, carro veloce, l3/33, l3 tankette | A/L | t | | h:MMG*2
L6/40; l6/40, carro armato l6/40, l6 | L | t | | t:LAC t:MMG
M11/39; m11/39, carro armato m11/39 | L/M | t | | h:LAT t:MMG*2
M13/40; m13/40, carro armato m13/40, m14/41, carro armato m14/41, m15/42 | L/M | t | | t:LAT t:MMG h:MMG*2
P26/40; p26/40, p40, carro armato p26/40 | M | t | | t:MAT t:MMG
Semovente 47/32; semovente 47/32, semovente da 47/32 | A/L | t | o | h:LAT
Semovente 75/18; semovente, semovente 75/18, semovente da 75/18 | L/M | t | | h:LH
Semovente 90/53; semovente 90/53, semovente da 90/53 | L/M | t | o | h:SAT
Semovente 105/25; semovente 105/25, semovente da 105/25 | M | t | | h:MH
AB 41; ab 41, ab 40, autoblinda, autoblinda 41, autoblindo, autoblindo 41, autoblindo ab 41,
  autoblinda ab 41 | A | w | r | t:LAC t:MMG h:MMG
AS 42; as 42, sahariana, camionetta, camionetta as 42 | S | w | | h:LAC
Fiat 626; fiat 626, fiat truck, fiat lorry, lancia 3 ro, lancia truck, spa truck | S | w | |
Fiat SPA 38R; spa 38, spa 38 r, fiat spa 38, fiat spa 38 r, fiat spa | S | w | |
Type 94 Te-Ke; type 94 tankette, type 94 te ke | A/L | t | | t:MMG
Type 97 Te-Ke; type 97 te ke, te ke, type 97 tankette | A/L | t | | t:LAT
Type 95 Ha-Go; type 95 ha go, ha go, type 95, type 95 light tank, type 95 ha go light tank | L | t |
  | t:LAT t:MMG h:MMG
Type 2 Ka-Mi; type 2 ka mi, ka mi | L | t | | t:LAT t:MMG h:MMG
Type 89 I-Go; type 89 i go, i go, type 89 medium tank, type 89 chi ro | L/M | t | | t:LH t:MMG h:MMG
Type 97 Chi-Ha; type 97 chi ha, chi ha, type 97 medium tank, type 97 chi ha medium tank | L/M | t |
  | t:LH t:MMG h:MMG
Shinhoto Chi-Ha; shinhoto chi ha, type 97 shinhoto chi ha, chi ha kai, type 97 kai | L/M | t | |
  t:LAT t:MMG h:MMG
Type 1 Ho-Ni; ho ni, type 1 ho ni | L/M | t | o | h:MAT
Type 4 Ho-Ro; ho ro, type 4 ho ro | L/M | t | o | h:HH
Type 1 Ho-Ha; ho ha, type 1 ho ha | A | h | o | h:MMG*2
Type 1 Ho-Ki; ho ki, type 1 ho ki | A | t | o |
Type 94 truck; isuzu truck, type 94 truck, isuzu type 94 truck | S | w | |
Kurogane; kurogane, type 95 scout car | S | w | |
Toldi; toldi, toldi i, toldi ii, 38m toldi | L | t | | t:ATR t:MMG
Toldi IIa; toldi iia | L | t | | t:LAT t:MMG
Turan I; turan i, turan | M | t | | t:LAT t:MMG h:MMG
Turan II; turan ii, turan | M | t | | t:LH t:MMG h:MMG
Zrinyi; zrinyi, zrinyi ii | M | t | | h:MH
Nimrod; nimrod, 40m nimrod | A/L | t | o | t:HAC
Csaba; csaba, 39m csaba | A | w | r | t:ATR t:MMG
TACAM T-60; tacam t 60, tacam | A/L | t | o | h:HAT
BT-42; bt 42 | L | t | | t:MH
Panzerbefehlswagen I; panzerbefehlswagen, sd kfz 265, panzerbefehlswagen sd kfz 265 | A | t | | h:MMG
Sd.Kfz 263; sd kfz 263 | A | w | | h:MMG
Sd.Kfz 253; sd kfz 253 | A | h | o | h:MMG
Kfz 13 Adler; kfz 13, kfz 13 adler, kfz 13 adler light armoured car, adler | A | w | ro | h:MMG
Panzerwerfer 42; panzerwerfer, panzerwerfer 42 | A | h | o | h:MH/HH
"""
