"""What the headings of columns mean (Tabletop E)."""

from __future__ import annotations

from rules.tabletop.lists.words.tokens import key_of

_MEANINGS = {
    "name": "unit, name, reparto, unit name, units, description, type, entry, einheit, unite, unita,"
    " unidad, squad, unit type, model, unita, jednostka, oddzial, bezeichnung, nom, nome, nombre de unidad,"
    " yksikko, enhet, eenheid, egyseg",
    "count": "no of units, units no, qty,"
    "  quantity, number of units, count, no, no of, x, anzahl, anz, menge, units count, nr, number,"
    " nombre, qte, quantite, nb, nbre, quantita, qta, ilosc, szt, cantidad, cant, stuck, stk,"
    " maara, kpl, antal, aantal, db",
    "men": "men, total men, models, size, figures, crew, men crew, squad size, unit size, man, model "
    "count, strength, minis, troops,"
    " manner, mann, modelle, figuren, hommes, effectif, effectifs, uomini, effettivi, ludzie, ludzi,"
    " hombres, efectivos, mannschaft, starke, miehia, miehet, vahvuus, mannen, manschappen, fo, letszam",
    "quality": "quality, grade, troop grade, q, xp,"
    " level, class, experience, exp, troop quality, training, morale, rating,"
    " veterancy, skill,"
    " qualitat, erfahrung, vet, qualite, experience, qualita, esperienza, jakosc, doswiadczenie, wyszkolenie,"
    " calidad, experiencia, qual, lvl, lev, ql, trg, laatu, kokemus, kvalitet, kwaliteit, ervaring, minoseg,"
    " quality i r v, quality v r i, quality r v i, quality r v, quality i v r, q i r v, q r v,"
    " vet reg inexp, reg vet, vet reg, reg vet inexp, inexp reg vet, r v, v r, r v i, v r i, i r v,"
    " niveau, nivel, livello",
    "points": "points, pts, pts total, points total, total cost, cost total, total pts, sum,"
    "  cost, point, total, points cost, total points, punkte, pkt, kosten, ptos,"
    " puntos, punti, price, value, line, line total, row total, line cost, summe, gesamt, suma, somme,"
    " totale, punkty, cout, costo, coste, koszt,"
    " total pts, punkte gesamt, pisteet, poang, punten, pont, hinta, ptos total",
    "arms": "kit, carries, weapons, weapon, arms, equipment, options, option, upgrades, loadout, "
    "armament, bewaffnung, waffen, ausrustung, details, wargear,"
    " notes options, weapons options, weapons and options,"
    " equipement, armement, armes, equipaggiamento, armi,"
    " armamento, wyposazenie, bron, uzbrojenie, equipo, armas,"
    " aseet, aseistus, varustus, vapen, wapens, fegyverek, gear, loadout notes",
    "nco": "nco, leader, comandante, capo, commander, chef, fuhrer, dowodca,"
    " nco weapon, nco weapons, nco arm, nco arms, nco has, nco carries, nco kit, leader weapon,"
    " leaders weapon, leader arm, sgt, sgt weapon, sergeants weapon, sergeant weapon,"
    " squad leader, sergeant, unteroffizier",
    "entry": "reserve, entry, turn",
    "notes": "notes, note, remarks, remark, comment, comments, bemerkung, bemerkungen, uwagi, remarques",
    "slot": "transport, tow, slot, role, category, group, section, platoon, force org,"
    " dice, order dice, od, activations, activation, drops, wurfel, befehlswurfel, kosci, dadi, dados,"
    " running total, running, cumulative, cumul, cum total, total so far, so far, laufende summe",
    "each": "cost each, points each, pts each, each, unit cost, "
    "unit points, price each, cost per unit, per unit, points piece, pts piece, punkte je, je, punti cadauno,"
    " pts ea, points ea, cost ea, ea, pts unit, points unit, punkte je einheit, punkte pro einheit,"
    " pu, prix unitaire, cout unitaire, stuckpreis, einzelpreis",
}
_EACH = "each, ea, unit, u, pc, piece, item, stk, stuck, einheit, unite, unita, szt, ud, unidad"
COLUMNS = {key_of(word): meaning for meaning, words in _MEANINGS.items() for word in words.split(",")}
OF_EACH = {key_of(word) for word in _EACH.split(",")}
"""Of what a price is: "Pkt/Stk"."""
OF_ALL = {key_of(word) for word in ("total", "cost", "points", "pts", "punkte", "sum")}
