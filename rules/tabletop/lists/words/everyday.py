"""Words of every day that tell nothing of a unit, as people say them beside what there is (Tabletop E).

None that counts, denies, doubts or compares stands here: "twice", "not", "maybe", "about" are asked.
"""

from __future__ import annotations

VERBS = (
    "adding, argue, argues, arrived, attack, attacks, bolt, bolted, bought, bring up, bristling, "
    "build, builds, buy, call, calling, calls, came, climb, climbs, come, comes, coming, convert, "
    "converted, cover, covers, cross, crosses, crossing, cycle, defend, defending, defends, die, died, "
    "dies, dig, digs, drink, drinks, drive, drives, driving, drove, dying, eat, eats, enjoy, enjoys, "
    "fear, feel, feels, fill, fills, finish, fire, fired, fires, firing, flank, follow, followed, "
    "following, follows, glue, glued, go, goes, going, grab, grabs, handed, hang, hanging, hangs, "
    "hate, hates, help, helped, helping, helps, hid, hide, hides, hiding, hit, hits, hitting, hold up, "
    "hope, hopes, hoping, insist, insists, join, joined, joining, joins, keep, keeping, keeps, kept, "
    "know, known, knows, learn, learnt, leave, leaves, led, let, lets, like, liked, likes, listen, "
    "live, lived, lives, living, look, looked, looking, looks, lose, loses, lost, lurk, lurking, "
    "lurks, make, making, march, marches, marching, mean, means, meet, meets, met, move, moved, moves, "
    "moving, need, needed, needs, open up, paid, paint, painted, painting, paints, pay, pays, pick, "
    "picked, picks, place, placed, point at, protect, protecting, protects, pull, pulled, pulls, push, "
    "pushes, put, puts, putting, ran, reach, remember, resist, respect, respected, return, returns, "
    "roll, rolling, rolls, run, running, runs, rush, rushes, said, sat, save, saves, saw, say, says, "
    "scare, scares, search, see, seen, sees, sell, send, sends, sent, set up, shoot, shooting, shoots, "
    "shout, shouts, show, show up, showing, shows, sing, sleep, sleeps, smoke, smokes, smoking, sneak, "
    "sneaking, sneaks, sneeze, sold, speak, spend, spent, start, started, starts, stay, staying, "
    "stays, stick, sticks, storm, storming, storms, stuck, support, supporting, supports, survive, "
    "survived, survives, tag, tagging, tags, talk, talking, talks, tell, tells, think of, throw, "
    "thrown, throws, told, treat, treated, treats, tried, tries, try, trying, turn up, turns up, wait, "
    "waiting, waits, walk, walking, walks, want, wanted, wants, wave, waves, waving, wear, wearing, "
    "wears, welcome, went, win, wins, wish, won, stand around, stood, took, "
    "turned, wore, worry, write, written, wrote, yell, admit, borrowed, broken, fib, fibbed, fit, fits, lie, "
    "lying, missed, misses, matter, matters, pressed, pressed into service, restock, restocks, shot,"
    " stole, stolen,"
    " answering, doe, doing"
)
NOUNS = (
    "ambush, autumn, back, barn, battle, battles, beach, beer, bit, bits, book, boots, box, bridge, "
    "brother, building, bunch, campaign, case, cat, center, centre, chassis, church, city, club, coat, "
    "coats, coffee, color, colour, colours, company, corner, country, dad, daughter, day, days, dust, "
    "ear, edge, end, entrenchment, evening, event, eye, eyes, face, farm, father, favorite, favourite, "
    "feet, fog, food, foot, forest, forum, friend, friends, front line, fun, game, games, garden, "
    "hand, hands, hat, head, heads, hedge, helmet, helmets, hill, history, home, homeland, house, "
    "houses, husband, idea, ideas, job, jobs, joy, jungle, kind, kit, league, legend, legends, look, "
    "lot, love, luck, meeting, middle, mission, moment, month, months, moon, morning, mother, mud, "
    "mum, name, names, nickname, night, nights, page, paint, paints, palm, photo, photos, picture, "
    "pictures, place, places, plan, plans, plastic, position, positions, rain, rear guard, river, "
    "road, rubble, ruin, ruins, sand, scenario, school, scouting, sea, season, show, sight, sights, "
    "sky, snow, son, sort, spring, sprue, sprues, story, street, stuff, summer, sun, swamp, table, "
    "tea, term, terms, thing, things, thread, time, times, tournament, tower, town, tree, trees, "
    "trench, trenches, type, uniform, uniforms, video, village, wall, war, water, way, ways, week, "
    "weeks, wife, window, winter, badge, barrage, chapel, conversion, lunch, liaison, mule, mules, "
    "parachute, ridge, view, wedding, weekend, monday, tuesday, wednesday, thursday, friday, saturday, "
    "crate, crates, egg, eggs, exception, knee, navy, pilot, pilots, glider, service, sledge, shore, "
    "luftwaffe, kriegsmarine, sunday, november, december, wood, woods, word, words, work, world, year, years"
)
OTHERS = (
    "a piece, absolutely, across, anything, around, as for, besides, ahead, all day, all game, all the way, "
    "along, already, although, always, amazing, angry, anyhow, apparently, as always, as planned, as "
    "usual, at home, at the table, away, awesome, awful, back home, basically, beautiful, because, "
    "behind, beloved, boring, brave, brilliant, by the way, cheap, cheers, completely, crazy, "
    "dangerous, dave, deadly, dear, decent, down, entirely, eventually, ever, excellent, eye watering, "
    "faithful, famous, fancy, fantastic, fearless, fierce, finally, for a change, for good, fresh, "
    "funny, generally, glorious, grumpy, haha, handy, happy, hehe, hello, heres, herself, hes, hey, "
    "hi, himself, how about, how are, how do, how does, how is, how it, however, hungry, if it comes "
    "to that, illustrious, im, in case, in charge, in game terms, in total, infamous, inside, into, "
    "its, itself, ive, last but not least, later, lets, little, lol, lovely, lucky, mad, mighty, "
    "myself, naturally, patriotic, near, nearby, new, next, next up, nice, normal, normally, now, "
    "obviously, of course, off, often, ok, okay, on foot, on loan, on the table, onto, ordinary, "
    "ourselves, out, out there, outside, over, perfect, plain, please, proper, proud, purely, ragtag, "
    "reliable, sad, shes, silly, simply, since, solid, soon, sorry, standard, straight, terrible, "
    "thanks, that, thats, the lot, themselves, then, theyre, theyve, this lot, those, though, through, "
    "tired, to boot, too many, totally, tough guys, toward, towards, trusted, trusty, ugly, under, up "
    "front, up top, usual, usually, weve, what, when, where, while, whole, whom, whos, whose, why, "
    "hence, slightly, you, we, auch, dabei, wow, yeah, yep, young, yourself, youve, "
    "solo, jako, poacher, tampella, tripode, en tripode"
)


def words() -> str:
    """All of them, as the other tables have theirs."""
    return ", ".join((VERBS, NOUNS, OTHERS))
