"""What lists in other languages call things, by what they are called in English (Tabletop E).

German, French, Italian, Spanish, Polish; a few words of Finnish, Hungarian and Dutch; without accents.
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.tabletop.lists.words.tokens import key_of

ARMS: Mapping[str, str] = {
    "rifle": (
        "karabijn, karabijnen, krag, krag rifle, fusiles, carabina, carabinas, carabine, karabinki,"
        " karabinem, karabinami, puska, geweer, geweren, mosqueton, mosquetones, fusil mauser, mousquetons,"
        " kivaareja, kivaarit, kivaaria, kivaarilla, karabinku, karabinkow, karabinkiem, karabinkami,"
        " karabinkach, kivaarein"
    ),
    "smg": (
        "stengun, stenguns, steny, subfusil, subfusiles, pistola ametralladora, pistolas ametralladoras,"
        " pistolety maszynowe, pistolet maszynowy, pistoletem maszynowym, pistoletow maszynowych,"
        " pistoletami maszynowymi, stenem, stenami, thompsonem, thompsonami, pepesza, pepesze, pepeszami,"
        " peem, pepeszy, geppisztoly, konepistooli, konepistoolia, machinepistool, mitraillettes,"
        " pistola mitragliatrice, pistole mitragliatrici, moschetto automatico, moschetti automatici, 39m,"
        " 43m"
    ),
    "pistol": "pistolety, pistoletem, pistolas, pistolets, rewolwer, rewolwerem, pistooli, pistool",
    "automatic rifle": (
        "fucile automatico, fucili automatici, fusil automatico, fusil automatique, karabin automatyczny,"
        " automatisches gewehr, automatikgewehr"
    ),
    "assault rifle": (
        "fusil de asalto, fusiles de asalto, fucile d'assalto, fucili d'assalto, fusils d'assaut,"
        " karabin szturmowy, karabiny szturmowe"
    ),
    "shotgun": (
        "strzelba, strzelby, escopeta, escopetas, schrotflinte, schrotflinten, fusil de chasse,"
        " fucile da caccia"
    ),
    "lmg": (
        "rkm browning, fm solothurn, licht machinegeweer, lichte machinegeweer, lkm, rkm, rkmem, rkmy,"
        " reczny karabin maszynowy, recznym karabinem maszynowym, reczne karabiny maszynowe,"
        " lekki karabin maszynowy, ametralladora ligera, ametralladoras ligeras, fusil ametrallador,"
        " fusiles ametralladores, ametrallador ligero, mitrailleuse legere, mitrailleuses legeres,"
        " mitragliatrici leggere, golyoszoro, pikakivaari, pikakivaaria,"
        " lichte mitrailleur, leichte maschinengewehre,"
        " l mg, le mg, lemg, le img, 31m, fm bar"
    ),
    "mmg": (
        "middelzwaar machinegeweer, ametralladora media, ametralladoras medias, mitrailleuse moyenne,"
        " mitrailleuses moyennes, mitragliatrici medie, sredni karabin maszynowy, konekivaari,"
        " mittlere maschinengewehre, mittlere mg, ckm, ckmy"
    ),
    "hmg": (
        "ametralladora pesada, ametralladoras pesadas, mitragliatrici pesanti, mitrailleuses lourdes, nkm,"
        " wkm, najciezszy karabin maszynowy, wielkokalibrowy karabin maszynowy"
    ),
    "schweres mg": "ciezki karabin maszynowy, ciezkie karabiny maszynowe",
    "machine gun": (
        "machinegeweer, ametralladora, ametralladoras, karabin maszynowy, karabiny maszynowe, km, mitrailleur"
    ),
    "anti tank rifle": (
        "karabin ppanc, karabin ppanc wz 35, kb ppanc wz 35, fusil antichar 20 mm, fusil antichar de 20 mm,"
        " rusznica przeciwpancerna, rusznica ppanc ur, wz 35 ur, panzerbuchse 38, panzerbuchse 39,"
        " rusznica ppanc, rusznica, karabin przeciwpancerny, karabinem przeciwpancernym, kb ppanc,"
        " fusil antitanque, fusil anticarro, fusil contracarro, fusil antichar, fusils antichar,"
        " fucile controcarro, fucile anticarro, fucilone controcarro, antitankgeweer"
    ),
    "flame thrower": (
        "miotacz ognia, miotaczem ognia, miotacze ognia, miotacz plomieni, lanzallamas, lanciafiamme,"
        " lance flammes, lance flamme, liekinheitin, vlammenwerper"
    ),
    "panzerfaust": "pancerfaust, pancerfausty, pancerfaustem, panzerfausty",
    "rifle grenade": (
        "tromboncino, tromblon, tromblon vb, gewehrgranate, gewehrgranaten, granada de fusil,"
        " lanzagranadas, lance grenades, granatnik karabinowy"
    ),
    "light mortar": (
        "mozdzierz lekki, lekki mozdzierz, mortero ligero, morteros ligeros, kevyt kranaatinheitin,"
        " lichte mortier, brixia 45, leichte morser, leichte granatwerfer"
    ),
    "medium mortar": (
        "mozdzierz sredni, sredni mozdzierz, mortero medio, morteros medios, middelzware mortier,"
        " mittlere morser, mittlere granatwerfer"
    ),
    "heavy mortar": (
        "mozdzierz ciezki, ciezki mozdzierz, mortero pesado, morteros pesados, zware mortier,"
        " schwere morser, schwere granatwerfer, schwerer granatwerfer, schwerer morser,"
        " schwerer granatwerfer 12 cm"
    ),
    "mortar": "mozdzierz, mozdzierze, mortero, morteros, kranaatinheitin",
    "light at gun": (
        "canon de 25 antichar leger, canon de 47 antichar leger, licht at kanon,"
        " leichtes panzerabwehrgeschutz, lekka armata przeciwpancerna, lekka armata ppanc,"
        " lekkie dzialo przeciwpancerne, lekkie dzialo ppanc, lekkie dzialko ppanc,"
        " lekkie dzialko przeciwpancerne, canon antitanque ligero, canon anticarro ligero,"
        " canon contracarro ligero, cannone controcarro leggero, cannone anticarro leggero,"
        " cannone leggero controcarro, anticarro leggero, controcarro leggero, licht antitankkanon,"
        " lichte antitankkanon"
    ),
    "medium at gun": (
        "mittleres panzerabwehrgeschutz, srednia armata przeciwpancerna, srednia armata ppanc,"
        " srednie dzialo przeciwpancerne, srednie dzialo ppanc, srednie dzialko ppanc,"
        " canon antitanque medio, canon anticarro medio, canon contracarro medio,"
        " cannone controcarro medio, cannone anticarro medio, antichar moyen"
    ),
    "heavy at gun": (
        "schweres panzerabwehrgeschutz, ciezka armata przeciwpancerna, ciezka armata ppanc,"
        " ciezkie dzialo przeciwpancerne, ciezkie dzialo ppanc, canon antitanque pesado,"
        " canon anticarro pesado, canon contracarro pesado, schweres pak geschutz,"
        " cannone controcarro pesante, cannone anticarro pesante, antichar lourd"
    ),
    "anti tank gun": (
        "antitankkanon, panzerabwehrgeschutz, armata przeciwpancerna, armata ppanc, dzialo przeciwpancerne,"
        " dzialo ppanc, dzialko przeciwpancerne, dzialko ppanc, canon antitanque, canon anticarro,"
        " cannone controcarro, cannone anticarro"
    ),
    "light howitzer": "lekka haubica, haubica lekka, obus ligero, obice leggero, obusier leger",
    "medium howitzer": "srednia haubica, haubica srednia, obus medio, obice medio, obusier moyen",
    "heavy howitzer": "ciezka haubica, haubica ciezka, obus pesado, obice pesante, obusier lourd",
    "howitzer": "haubica, haubice, obice, obusier",
    "light auto cannon": "canon automatico ligero, lekkie dzialko automatyczne, mitragliera da 20 mm,"
    " cannone automatico leggero",
    "heavy auto cannon": "canon automatico pesado, ciezkie dzialko automatyczne",
    "auto cannon": "dzialko automatyczne, canon automatico, canon automatique, mitragliera",
    "gun": "dzialo, armata, canon, cannone",
}
TEAMS: Mapping[str, str] = {
    "squad": (
        "boys squad, dorobanti, vanatori, vanatori de munte, druzyna, druzyna piechoty, druzyna strzelcow,"
        " druzyna strzelecka, sekcja, sekcja piechoty, pluton, peloton, escuadra, escuadra de infanteria,"
        " peloton de infanteria, infanteria, seccion, grupo, plotone, squadra fanteria,"
        " squadra di fanteria, escouade, section d'infanterie, groupe d'infanterie, groep, ryhma, raj,"
        " schutzengruppe, fusiliers, voltigeurs, gruppo, gruppo di fuoco, tiratores, spadochroniarze,"
        " strzelcy, partyzanci, saperzy, ulani, partigiani, guastatori, zappatori, partisanes, sapeur,"
        " parachutiste, zapadores, paracaidistas, partisanos, guerrilleros, legionarios,"
        " regulares de infanteria, komandosi, kawaleria, cavalleria, caballeria, cavalerie"
    ),
    "team": "zespol, equipo, ekipa, obsluga, nucleo",
    "mmg team": (
        "squadra mitragliatrice media, squadra mitragliatrici medie, nucleo mitragliatrice media,"
        " equipe de mitrailleuse moyenne, equipe mitrailleuse moyenne, equipo de ametralladora media,"
        " equipo ametralladora media"
    ),
    "hmg team": (
        "squadra mitragliatrice pesante, equipe de mitrailleuse lourde, equipe mitrailleuse lourde,"
        " equipo de ametralladora pesada, equipo ametralladora pesada"
    ),
    "machine gun team": (
        "squadra mitragliatrice, squadra mitragliatrici, equipe de mitrailleuse, equipe mitrailleuse,"
        " equipo de ametralladora, equipo ametralladora, obsluga karabinu maszynowego"
    ),
    "light mortar team": (
        "squadra mortaio leggero, equipo de mortero ligero, equipe de mortier leger, equipe mortier leger,"
        " obsluga lekkiego mozdzierza"
    ),
    "medium mortar team": (
        "squadra mortaio medio, equipo de mortero medio, equipe de mortier moyen, equipe mortier moyen,"
        " obsluga sredniego mozdzierza"
    ),
    "heavy mortar team": (
        "squadra mortaio pesante, equipo de mortero pesado, equipe de mortier lourd, equipe mortier lourd"
    ),
    "mortar team": (
        "squadra mortaio, equipo de mortero, equipe de mortier, equipe mortier, obsluga mozdzierza"
    ),
    "sniper team": (
        "scherpschutter, scherpschutter team, zespol snajperski, zespol snajperow, druzyna snajperska,"
        " snajper, snajperzy, para snajperow, francotirador, francotiradores, equipo francotirador,"
        " equipo de francotiradores, equipo de francotirador, cecchino, cecchini, strzelec wyborowy,"
        " strzelcy wyborowi, squadra cecchini, squadra cecchino, tiratore scelto, tiratori scelti,"
        " tireur d'elite, tireurs d'elite, equipe de tireurs d'elite, equipe de tireur d'elite,"
        " equipe sniper, tarkka ampuja, scharfschutze mit beobachter, scharfschutzen mit beobachter"
    ),
    "medic": (
        "toubib, sanitariusz, sanitariuszka, medyk, medico, sanitario, infermiere, infirmier, medecin,"
        " secouriste, laakintamies"
    ),
    "observer": (
        "obserwator, obserwator artylerii, osservatore, osservatore avanzato, osservatore di artiglieria,"
        " osservatore d'artiglieria, observateur, observateur avance, observateur d'artillerie, observador,"
        " observador avanzado, observador de artilleria, artillerie beobachter, beobachter artillerie,"
        " va beobachter"
    ),
    "commissar": "komisarz, commissario, commissaire, comisario, politruk",
    "flame thrower team": (
        "zespol miotacza ognia, equipo lanzallamas, equipo de lanzallamas, squadra lanciafiamme,"
        " equipe lance flammes"
    ),
}
ROLES: Mapping[str, str] = {
    "man": (
        "soldaat, soldaten, maquisard, maquisards, bediening, ppl, old boys, glider boys, airborne boys,"
        " para boys, local boys, country boys, farm boys, village boys, zolnierz, volkssturmmann,"
        " jungs, czlowiek, zolnierzy, zolnierze, hombres, soldados, soldado, osob, osoby, tripulantes,"
        " tripulante, sirvientes, sirviente, obslugi, miesta, sotilasta, katona, mannen, mannschaft,"
        " artilleur, servant de piece, artigliere, artiglieri, artillero, artilleros, kanonier, kanoniere,"
        " kanonierow, fanteria, componentes"
    ),
    "rifleman": (
        "gewehrschutze, fusilero, fusileros, strzelcow, fusilier a pied, escopetero, grenadier voltigeur,"
        " fucilieri semplici"
    ),
    "smg man": "subfusilero",
    "escort": (
        "escolta, escoltas, scorta, accompagnatore, accompagnatori, accompagnateur, ordenanza, ordenanzas,"
        " attendente, attendenti, adjudant, adiutant, goniec, gonce, towarzysz"
    ),
}
LEADERS: Mapping[str, str] = {
    "nco": (
        "podoficer, podoficerem, dowodca, dowodca druzyny, dowodca sekcji, sierzant, plutonowy, kapralem,"
        " suboficial, suboficial al mando, sargento, cabo, jefe de peloton, jefe de escuadra, jefe,"
        " capo squadra, caposquadra, chef d'escouade, chef de piece, sergent chef, aliupseeri, altiszt,"
        " unteroffiziere, uf, ufz, uffz, onderofficier, graduato, gradue, brigadier"
    ),
}
LOADERS: Mapping[str, str] = {
    "loader": (
        "asst, helper, ayudante, mg schutze 2, ladowniczy, ladowniczym, ladowniczego, amunicyjny,"
        " amunicyjnym, cargador, proveedor, caricatore, portamunizioni, porta munizioni, aide tireur,"
        " lataaja, munitionstrager, munitions trager"
    ),
}
GUNNERS: Mapping[str, str] = {
    "gunner": (
        "schutter, celowniczy, mg schutze 1, celowniczym, ametrallador, mitragliere, mitrailleur fm,"
        " richtschutze, mg schutze"
    ),
}
RANKS: Mapping[str, str] = {
    "second lieutenant": (
        "subteniente, alferez, 2o teniente, 2 teniente, teniente 2o, teniente 2, segundo teniente,"
        " teniente segundo, sotto tenente, vanrikki, hadnagy,"
        " tweede luitenant, chorazy"
    ),
    "first lieutenant": (
        "teniente, premier lieutenant, primer teniente, teniente primero, primo tenente, fohadnagy,"
        " eerste luitenant"
    ),
    "lieutenant": "luitenant",
    "captain": "capitan, szazados, kapitein, kapitany",
    "major": "comandante, mayor, commandant, ornagy, majuri, majoor",
    "officer": "oficer, oficial, ufficiale, officier, offizier, upseeri, dowodca plutonu, jefe de seccion",
    "company commander": "dowodca kompanii, kompaniechef, comandante di compagnia, chef de compagnie",
}
CLASSES: Mapping[str, str] = {
    "tankette": "tankietka, tankietki",
    "light tank": (
        "carro leggero, tanque ligero, carro ligero, carro de combate ligero, lekki czolg, leichter tank,"
        " leichter kampfpanzer, carro armato leggero, kevyt panssarivaunu, lichte tank"
    ),
    "medium tank": (
        "czolg sredni, sredni czolg, char moyen, carro medio, carro armato medio, tanque medio,"
        " carro de combate medio, mittlerer panzer, mittlerer kampfpanzer, middelzware tank"
    ),
    "heavy tank": (
        "czolg ciezki, ciezki czolg, char lourd, carro pesante, carro armato pesante, tanque pesado,"
        " carro pesado, schwerer panzer, schwerer kampfpanzer, zware tank"
    ),
    "super heavy tank": "uberschwerer panzer, uberschwerer kampfpanzer",
    "tank": "czolg, char, carro armato, tanque, carro de combate, kampfpanzer, panssarivaunu",
    "tank destroyer": "niszczyciel czolgow, chasseur de chars, cazacarros, cacciacarri, jagdpanzer",
    "self propelled gun": (
        "dzialo samobiezne, canon automoteur, automoteur, semovente, canon autopropulsado,"
        " cañon autopropulsado, selbstfahrlafette"
    ),
    "assault gun": "dzialo szturmowe, canon d'assaut, canon de asalto, cannone d'assalto",
    "armoured car": (
        "autocar blinde, samochod pancerny, automitrailleuse, autoblindo, autoblinda, autoblindata,"
        " auto blindee, coche blindado, autoametralladora, auto blindado, spahwagen, panzerwagen,"
        " panzer spahwagen, pantserwagen, panssariauto"
    ),
    "armoured half track": (
        "opancerzony transporter polgasienicowy, semioruga blindado, semi chenille blinde,"
        " semicingolato blindato, schutzenpanzerwagen"
    ),
    "armoured transport": (
        "transporter opancerzony, transport blinde, trasporto blindato, transporte blindado"
    ),
    "half track": (
        "polgasienicowy, polgasienicowka, semioruga, semi chenille, semicingolato, halbkette,"
        " halbkettenfahrzeug, half track americano"
    ),
    "half track truck": "halbketten lkw, halbketten lastwagen, halbkettenlaster, polgasienicowa ciezarowka",
    "truck": (
        "ciezarowka, ciezarowki, camion, camiones, camions, autocarro, autocarri, lastwagen, laster, lkw,"
        " lastkraftwagen, kuorma auto, vrachtwagen, samochod ciezarowy, teherauto"
    ),
    "staff car": (
        "samochod osobowy, samochod sztabowy, coche de mando, voiture de commandement, kommandeurswagen"
    ),
    "vehicle": "pojazd, vehiculo, veicolo, vehicule",
    "tractor": "ciagnik, tractor de artilleria, tracteur, trattore, zugmaschine",
}
QUALITIES: Mapping[str, str] = {
    "inexperienced": (
        "niedoswiadczeni, niedoswiadczona, niedoswiadczony, niedoswiadczone, inesperte, inesperti, inesperta,"
        " inexperta, inexpertas, inexpertos, inexperimentado, inexperimentados, bisono, bisonos, novato,"
        " novatos, inexperimentes, inexperimentees, kokematon, kokemattomat, onervaren, unerfahrenen,"
        " tapasztalatlan, rekruci, recrues, reclute, reclutas"
    ),
    "regular": (
        "geoefend, geoefende, regularne, regularnych, regularnej, regulares, regulara, regulars, regolara,"
        " regularis, regulier, erfahrene, erfahrener, regulaere, regularer, regularen"
    ),
    "veteran": (
        "weteran, veteraan, weterani, weteranow, weteranska, veterane, veterana, veteranas,"
        " veteranos, veteraanit,"
        " veteraani, veteraner, kampferprobt, kampferprobte, aguerri, aguerris"
    ),
}
FLAGS: Mapping[str, str] = {
    "anti tank grenade": (
        "granaty przeciwpancerne, granaty ppanc, granadas antitanque, granadas anticarro,"
        " grenades antichar, bombe controcarro, bombe anticarro, panzerabwehrgranaten, hohlladungen,"
        " cocktail molotov, cocteles molotov, bottiglie molotov, koktajle molotowa, butelki z benzyna,"
        " bombas lapa, bombas adhesivas"
    ),
    "gun shield": "tarcza, con scudo, scudo, con escudo, escudo, bouclier, avec bouclier, schutzschild",
    "open topped": (
        "odkryty, odkryta, a cielo aperto, scoperto, descubierto, decapotable, offen, oben offen"
    ),
    "recce": "rozpoznawczy, esplorante, reconocimiento, de reconocimiento, aufklarung, aufklarer",
}
OPTIONS: Mapping[str, str] = {
    "remote": "ferngesteuerte, ferngesteuertes, ferngesteuertem, fernbedientes",
    "transport": "gepanzerter transporter, transporter",
    "rear": "posteriore, arriere, trasera, tylny",
    "coax": (
        "wspolosiowy, wspolosiowe, coaxiaal, sprzezony, sprzezonym, coassiale, koaxiales, coaxiale, coaxiaux"
    ),
    "hull": (
        "in de romp, w kadlubie, kadlubowy, kadlubowym, in scafo, scafo, en el casco, en casco, casco,"
        " en caisse, de caisse, rumpf, im rumpf, wanne, bug, frontale"
    ),
    "turret": (
        "wieza, w wiezy, wiezy, torreta, en torreta, torretta, in torretta, tourelle, en tourelle, im turm,"
        " turm, toren"
    ),
    "fanatic": "fanatico, fanaticos, fanatici, fanatique, fanatycy, fanatisch",
    "stubborn": "testardo, testardi, obstine, tozudo, tozudos, uparci, stur",
    "grenade": (
        "granaty, granaten, granada, granadas, bombe a mano, handgranate, handgranaten, grenades a main"
    ),
    "bayonet": "bajonet, bayoneta, bayonetas, baionetta, baionette, baionnette, bajonett",
    "horse": "caballo, caballos, cavallo, cavalli, chevaux, pferd, pferde, pferden, konno",
    "bicycle": (
        "rower, rowery, rowerach, bicicleta, bicicletas, bicicletta, biciclette, velo, bicyclette,"
        " bicyclettes, fahrrad, fahrrader, fahrradern"
    ),
    "motorcycle": (
        "motocykl, motocykle, motocicleta, motocicletas, motocicletta, motociclette, moto, motos, motorrad,"
        " motorrader, motorradern"
    ),
    "ski": "narty, nartach, esquis, sci, suksilla, skier, skiern",
    "tow": "holuje, remolque, traino, remorque, zug mittel",
    "radio": "radiostacja, radiotelegrafista, funkgerat, funk",
}
PLACES: Mapping[str, str] = {
    " ".join(key_of(one)): place for place in ("coax", "hull", "turret") for one in OPTIONS[place].split(",")
}
"""Where a weapon stands, in English."""
STOP: Mapping[str, str] = {
    "with": (
        "te voet, en, how to, throughout, all round, hotchkiss, fn, beute, actually, mountain, maori,"
        " call it, fur, fur den, fur die, zdobyczny, zdobyczna, zdobyczne, z, ze, y, oraz, po, kazdy,"
        " kazda, cada uno, cada una, todos, todas, todo, armados,"
        " armado, armata di, armati, armato, armes, arme de, armee de, uzbrojeni, uzbrojony, uzbrojeni w,"
        " wszyscy, wszystko, les, son, col, caduno, ciascuno, ciascuna, gli altri, le altre, l'uno, l'una,"
        " ognuno, chacun, chacune, reszta, reste, le reste, restantes, los, las, el, al, para, por, del, e,"
        " il resto, i, gli, lo, dei, delle, degli, della, dello, d, l, bewaffnet, jeder, jede, restliche,"
        " rest, ubrige, ausgerustet, ausserdem, sowie, met, allemaal, division, azul, accompagne,"
        " accompagnes, davon, darunter, dont, zusammen, insgesamt, lang, lange, kurz, kurze, inklusive, inkl,"
        " ink, mak, kazdego"
    ),
    "points": (
        "punktow, punkty, punkt, pkt, puntos, ptos, punti, punto, pontti, pistetta, pont, punten, ptn, pnt,"
        " pti"
    ),
    "team": "equipe, zaloga, dotacion, equipaggio, bemanning",
    "polish": (
        "belgen, nl, hun, polski, polska, polskie, espanol, espanola, italiano, italiana, italiani,"
        " francais, francaise, niemiecki, niemiecka, sowiecki, radziecki, aleman, sovietico, sovietica,"
        " tedesco, tedesca, russe, allemand, brytyjski, americano, americana, englisch, britisch,"
        " italienisch, franzosisch, polnisch, russisch, 35m, 36m, 37m, 38m, 40m, ungarn, ungarisch,"
        " rumanien, rumanisch, finnland, finnisch, polen"
    ),
}


def words() -> frozenset[str]:
    """All words that are here and not in the English phrases."""
    tables = (ARMS, TEAMS, ROLES, LEADERS, LOADERS, GUNNERS, RANKS, CLASSES, QUALITIES, FLAGS, OPTIONS, STOP)
    english = {word for table in tables for phrase in table for word in key_of(phrase)}
    here = {
        word for table in tables for all_ in table.values() for one in all_.split(",") for word in key_of(one)
    }
    return frozenset(here - english)
