"""What men, leaders and crews are called in their own tongues (Tabletop E).

Polish, Finnish, Hungarian, Romanian, Norwegian, Dutch, Greek, Serbian, Czech, Italian, French, Russian,
Japanese and German; without accents. Nobody who rides stands here: how a unit moves is asked.
"""

from __future__ import annotations

from rules.tabletop.lists.words.translated import Key, keys_of

MEN = (
    "laczniczka, laczniczki, rezerwista, rezerwisci, rezerwistow, kisero, kiserok, acompanante, acompanantes,"
    " leute, jungs, fantassin, fantassins, gaillards, kumpel, zolnierzem, szeregowi, szeregowych, goncy,"
    " saperow, piechur, piechurzy, kanonierzy, powstaniec, "
    "powstancy, powstancow, partyzant, partyzantow, lacznik, lacznicy, fizylier, fizylierzy, "
    "szturmowiec, ochotnik, ochotnicy, kierowca, sotamiehet, miehet, miesten, sissit, sissia, "
    "lahetit, taistelulahetti, reservilaiset, jaakarit, vapaaehtoinen, vapaaehtoiset, honvedek, "
    "puskasok, lovesz, loveszek, katonak, kuldonc, kuldoncok, legenyseg, utaszok, rohamutasz, "
    "onkentes, puscasi, ostas, ostasi, curieri, infanterist, infanteristi, graniceri, menige, "
    "gevaermann, skytter, skyttere, jeger, jegere, ordonnans, mannskap, frivillig, frivillige, "
    "soldater, karabinier, karabiniers, ordonnansen, vrijwilliger, kanonniers, stratiotes, evzonas, "
    "tsolias, andartis, andartes, antartis, ethelontis, borac, borci, boraca, bombasi, bombas, "
    "vojnik, vojnici, vojnika, proleter, proleteri, kurir, kuriri, cetnik, cetnici, ustasa, ustase, "
    "domobran, domobrani, vojak, vojaci, pesak, strelci, povstalec, povstalci, mitraglieri, ardito, "
    "legionari, milite, militi, marinai, partigiano, gappista, eclaireur, eclaireurs, marsouin, "
    "marsouins, estafette, canonnier, canonniers, boets, boytsy, bojec, bojcy, krasnoarmeytsy, "
    "strelkov, avtomatchik, avtomatchiki, avtomatchikov, saper, sapery, sanitar, svyaznoy, "
    "desantniki, morpekh, opolchenets, opolchentsy, partizanka, partizany, gvardeets, gvardeitsy, "
    "denrei, heishi, teishintai, zhanshi, musketier, musketiere, sturmmann, flieger, matrosen, "
    "hitlerjunge, hitlerjungen, volkssturmmanner, landsturm, legionar, legionare, hiwi, hiwis, "
    "osttruppler, kradmelder, fahrer, freiwilliger, freiwillige, karabinierschutze, stosstruppler"
)
LEADERS = (
    "desetar, vodnik, cetar, desetnik, svobodnik, desatnik, sersjanter, korpral, korporaal, "
    "wachtmeester, gruppeforer, lagforer, lagfører, plutonier, fruntas, podchorazy, "
    "druzynowy, komandir, otdeleniya, otdelkom, banzhang, jemadar, sectiecommandant, "
    "groepscommandant, sekcyjny, komendant, capogruppo, dca, fuhrer"
)
GUNNERS = (
    "ampuja, mitraljezac, puskomitraljezac, nisandzija, navodchik, pulemyotchik, mitralior, "
    "mitraliori, pikakivaarimies, erkaemista"
)
LOADERS = (
    "amunicyjni, lataajat, pomocnik, pomocnici, pomoćnik, zaryazhayushchiy, zaryazhayushchy, "
    "podavach, podnoschik, munitionsschutze, hjelper, toltokezelo, toltő, segedlovesz, incarcator, "
    "incarcatori, nabijec"
)


def keys() -> frozenset[Key]:
    """What men are called."""
    return frozenset(keys_of(MEN))
