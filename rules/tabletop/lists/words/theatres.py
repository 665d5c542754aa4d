"""Where and when an army fought, and what a whole one is called, as titles of lists say it (Tabletop E)."""

from __future__ import annotations

import re

_PLACES = (
    "normandy|normandie|normandia|d-?day|overlord|omaha|utah|sword beach|juno|gold beach|caen|falaise|villers"
    r"|bocage|hedgerows?|st\.? ?lo|cherbourg|arnhem|oosterbeek|market[- ]garden|nijmegen|eindhoven|holland"
    "|walcheren|scheldt|ardennes?|ardennen|bulge|bastogne|h\u00fcrtgen(?:wald)?|huertgen|hurtgen"
    "|rhine(?:land)?"
    "|remagen|reichswald|varsity|siegfried line|western front|westfront|westwall|italy|italien|italie|italia"
    "|sicily|sizilien|sicile|sicilia|salerno|anzio|(?:monte )?cassino|ortona|gothic line|rome|roma|dunkirk"
    "|dunkerque|france|frankreich|francia|sedan|norway|norwegen|narvik|norv\u00e8ge|crete|kreta"
    "|cr\u00e8te|creta"
    "|greece|griechenland|gr\u00e8ce|grecia|balkans?|yugoslavia|jugoslawien|albania|leros|malta|belgium"
    "|belgien"
    "|belgique|eben emael|poland|polen|pologne|polonia|polska|wester?platte|warsaw|warschau|varsovie|warszawa"
    "|barbarossa|russia|russland|russie|eastern front|ostfront|front de l'est|moscow|moskau|moscou|leningrad"
    "|stalingrad|kharkov|charkow|kursk|prokhorovka|bagration|sevastopol|sewastopol|crimea|krim|caucasus"
    "|kaukasus|rostov|kiev|minsk|smolensk|rzhev|demyansk|demjansk|cholm|don|volga|narva|kurland|courland"
    "|k\u00f6nigsberg|danzig|seelow|berlin|budapest|vienna|wien|prague|prag|slovakia|winter war|winterkrieg"
    "|continuation war|talvisota|jatkosota|karelia|summa|suomussalmi|tali|lapland|finland|finnland"
    "|(?:north |western )?desert|(?:north )?africa|nordafrika|afrika(?:korps)?|afrique|nordafrica|tobruk"
    "|gazala"
    "|el alamein|alamein|bir hakeim|tunisia|tunesien|tunisie|kasserine|libya|libyen|libye|libia|egypt"
    "|east africa|keren|ethiopia|syria|vichy|madagascar|pacific|pazifik|pacifique|guadalcanal|tarawa|saipan"
    "|peleliu|iwo ?jima|okinawa|philippines|bataan|corregidor|wake(?: island)?|new guinea|kokoda|buna|burma"
    "|birma|birmanie|birmania|imphal|kohima|chindits?|malaya|singapore|singapur|hong kong|khalkhin gol"
    "|nomonhan|china|shanghai|manchuria|mongolia|dieppe|st\\.? ?nazaire|pointe du hoc|pegasus bridge|sealion"
    "|sea lion|home front|spanish civil war|early war|mid war|late war|early-war|mid-war|late-war"
    "|fr\u00fcher krieg"
    "|d\u00e9but de guerre|fin de guerre"
)
PLACE = re.compile(rf"\b(?:{_PLACES})\b", re.IGNORECASE)
"""A front, a battle, a country that was fought in, a part of the war."""
MONTH = re.compile(
    r"\b(?:jan|feb|m\u00e4r|mar|apr|ma[iy]|jun|jul|aug|ao\u00fbt|sept?|o[ck]t|nov|de[cz]"
    r"|d\u00e9c|spring|summer|autumn|winter|fr\u00fchjahr|sommer|herbst|juin|juillet|mag|giugno|luglio)"
    r"[^\W\d]{0,7}\.?\s*$",
    re.IGNORECASE,
)
"""That a month or season stands at the end, before the year."""
WHOLE = re.compile(
    r"\b(?:list|army|force|forces|roster|warband|platoon|plt|company|coy|battalion|bn|regiment|regt|rgt"
    r"|brigade"
    r"|bde|division|div|corps|kampfgruppe|kg|theme[d]?|(?:aufstellungs)?liste|lista|armee|arm\u00e9e|armia"
    r"|ej[e\u00e9]rcito|[^\W\d]*zug|kompanie|bataillon|[^\W\d]*division|peloton|compagnie|r\u00e9giment"
    r"|plotone"
    r"|compagnia|divisione|brigata|reggimento|pluton|kompania)\b",
    re.IGNORECASE,
)
"""What a whole army is called, as none of its units is."""
OWNED = re.compile(
    r"\b[^\W\d_]{2,}['\u2019]s\s+\w|\b(?:my|our|mein[e]?|unsere?|mes|nos|mia|nostra)\b", re.IGNORECASE
)
"""Whose it is."""
