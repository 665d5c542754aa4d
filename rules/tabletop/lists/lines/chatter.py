"""What is said around a list: by whom and when, what it may cost, greetings and talk (Tabletop E)."""

from __future__ import annotations

import re

TOTALS = (
    "total|totals|tot|totale|zusammen|gesamt|sum|summe|suma|razem|somma|totaal|yhteens\u00e4|samen|insieme"
    "|in all|ensemble|\u0142\u0105cznie"
)
"""What stands before what all cost."""
SPENT = re.compile(
    r"(?<![\w/.,])(\d{3,5}|\d,\d{3})\s*/\s*(?:\d{3,5}|\d,\d{3})(?:\s*(?:pts?|points?))?\W*$", re.I
)
"""What all cost of what they may: "740/750"."""
SUMMARY = re.compile(
    r"^\W*\d+\s+(?:units?|activations?|drops?)\b[\s,/:=()\u2013\u2014-]*(?:\d[\d.,]*\s*(?:pts?"
    r"|points?)?)?\W*$"
    r"|^\W*(?:average|avg)\b|^\W*\d[\d.,]*\s*(?:pts?|points?)?\s*"
    r"(?:total|in total|in all|all in|altogether)\W*(?:$|[,;.!]\W)"
    r"|^\W*\d{3,4}/\d{3,4}\b|^\W*\d{3,4}\s*(?:pts?\s*|points?\s*)?max(?:imum)?\b"
    r"|^\W*(?:points? )?limit\W*\d[\d.,]*\s*(?:pts?|points?)?\W*$"
    r"|^\W*(?:(?:and|so|that|which|it|this|all|together|macht|das)\W+)*(?:makes?|comes? to|adds? up to|totals"
    r"|macht|sind|fait|fanno)\W+(?:\w+\W+){0,2}\d{3,5}\s*(?:pts?|points?|punkte|punti)\b"
    r"|^\W*(?:\d{3,5}\s*(?:pts?|points?)|\d{4})\b\W*so\b"
    r"|^(?:[^\d,;]+[,;])?\W*\d{3,4}\s*(?:pts?|points?)? (?:out )?of (?:the |my |our |a )?\d{3,4}\b"
    r"|^(?=.*[.!?] \W*\d{3,5}\s*(?:pts?|points?)? (?:in all|all in|in total|altogether)\b)",
    re.IGNORECASE,
)
ABOUT = re.compile(
    r"^[\W_]*(?:re|from|to|to-?\s?do|cc|sent|von|an|de|\u00e0|da|od|van|aan|objet|oggetto"
    r"|quote(?: from)?|show/hide options|show (?:legends|options|theat(?:re"
    r"|er) selectors?)|subject|betreff|event|signed|checked by[\w ]*|umpire|army|"
    r"(?:army )?(?:theat(?:re|er)|army) selector|faction|nation|nationality|force"
    r"|table(?: no\.?| number)?|club|signature|number of order dice|e-?mail|phone|player name"
    r"|player|spieler|armee|volk|list|list name|name|theatre|theater|"
    r"selector|year|game|game size|system|game system|roster|detachment|created|made|generated|exported|prin"
    r"ted|edition|rules|version|notes?|comments?|date|author|opponent|mission|scenario|general|com"
    r"mander's name|army name|army list|catalogue|ruleset|battle size|size|format|platoon|company|"
    r"theme|army (?:special )?rules|"
    r"theatre rules|campaign rules|units|number of units|unit count|order dice|drop count|drops)\s*[:=]",
    re.IGNORECASE,
)
ASIDE = re.compile(
    r"^\W*(?:(?:he|she|it)(?:'s| is| was)|they(?:'re| were)|these (?:two|three|four|guys|lads|ones|come|came)"
    r"|(?P<made>i (?:built|painted|bought|swapped|made|converted|borrowed)|hope (?:that|nobody|this)))\b",
    re.IGNORECASE,
)
"""What somebody says of his models: "He's the one with the map"."""
STAYS = re.compile(
    r"\b(?:is|are)(?: not|n't) (?:in|coming|included|here)\b|\bnot in (?:the|my) book\b"
    r"|\b(?:so|thus) left out\b|\bstay(?:s|ing)? (?:at )?home\b"
    r"|\b(?:dropped|ditched|scrapped) (?:him|her|it|them|that one|those)\b"
    r"|\bbleib(?:t|en) (?:diesmal |heute )?(?:zu ?hause|daheim)\b",
    re.IGNORECASE,
)
"""What is not taken: "The jeep stays at home"."""
LINK = re.compile(
    r"\b(?:ma|notre|meine?|unsere?|mi|nuestra|la mia|moja) (?:[\w-]+[ -])?list[ae]\b|\b(?:my|our) list for\b"
    r"|\blist[ae] (?:f\u00fcr|pour|de|da|per|na|for) \d{3,5}\b"
    r"|\bcan(?:'?t|not) (?:find|use|spend|fit)\b.*\bp(?:oin)?ts?\b"
    r"|https?://|www\.|\bbolt action\b(?! rifle)|^\W*posted (?:by|on)\b|\s\u00bb\s|^\W*edit(?:ed)?\b"
    r""
    r"|^\s*//|^\s*;|\bleft out of (?:this|the) (?:list|version|army)\b"
    r"|\b(?:roster|list|army) export\b|\b(?:created|generated|exported|made|built)\s+(?:with|by|us"
    r"ing|in|from|on)\b|battlescribe|new recruit|newrecruit|easy ?army",
    re.IGNORECASE,
)
TALK = re.compile(
    r"[?!]\s*$|\b(?:i|we|my|you|think|thoughts|feedback|hello|hi all|thanks|cheers|please|tour"
    r"nament|bringing|ok|okay|looking|here(?:'?s| goes)|this is|what do|planning|thinking|taking"
    r"|going to|edit|welcome|comments)\b",
    re.IGNORECASE,
)
CHAT = re.compile(
    r"^\W*ta (?:for|all|everyone|in advance)\b|^\W*(?:evening|morning|afternoon)\s*(?:all|folks"
    r"|chaps|gents|everyone|,|$)|^\W*(?:hi|hello|hey|dear|cheers|thanks|hallo|moin|servus|bonjour"
    r"|salut|ciao|hola|saludos|saluti|drodzy|cze\u015b\u0107|hoi|hej|sziasztok|terve|moikka)\b"
    r"|^\W*(?:liebe[rs]?|beste|chers?|ch\u00e8res?|cari|kedves|szanowni) [^\W\d_]+(?: [^\W\d_]+)?\s*[,!]\s*$"
    r"|^\W*(?:viele|liebe|beste|sch\u00f6ne)?\s*(?:gr\u00fc(?:\u00df|ss)e|gru(?:\u00df|ss))\b"
    r"|\bich (?:will|hab|habe|bin|werde|m\u00f6chte|freue|kann|denke|brauche|nehme)\b|\bfreue mich\b"
    r"|\b(?:will|hab|habe|bin|werde|m\u00f6chte|freue|kann|denke|brauche|nehme) ich\b"
    r"|\bi (?:want(?:ed)?|have|had|hate|would|love|am|was|know|think|thought|will|could|can)\b"
    r"|\b(?:i'd|i'm|i'll|i've|be gentle|so i (?:went|go|took|take|play(?:ed)?|used?))\b"
    r"|\b(?:my|our) (?:usual |regular |next )?opponents?\b"
    r"|^\W*(?:j'ai|je (?:suis|pense|vais|voudrais|joue)|nous|c'est|voici|voil\u00e0|ecco|questa \u00e8"
    r"|aqu\u00ed)\b"
    r"|\b(?:won|lost|drew)\b.*\b(?:won|lost|drew)\b"
    r"|\b(?:what do you think|any thoughts|feedback)\b|[?]\s*$",
    re.IGNORECASE,
)
QUESTION = re.compile(
    r"^\W*(?:still|that leaves|leaves me|so|now)\b[^?]*\d{2,3}[^?]*\bor\b[^?]*[?]\W*$|"
    r"^\W*(?:is|are|am|do|does|did|can|could|should|would|will|what|which|who|why|where|when|how|any|too)\b"
    r"[^?]*[?]\W*(?:(?:thanks|thx|cheers|ta|help|please|anyone|ideas)\W*)*$"
    r"|^\W*(?:any |your )?(?:thoughts|opinions|advice|suggestions)\s*[?]",
    re.IGNORECASE,
)
"""Something that somebody asks the others."""
SIGNED = re.compile(r"^\W*(?:cheers|regards|ta|thanks),? [^\W\d_]+\W*$", re.IGNORECASE)
CLOSES = re.compile(
    r"^\W*(?:cheers|thanks|that'?s (?:all|it|me|me done|the lot|everything)(?: folks| for now)?|(?:thanks"
    r"|ta|cheers) for (?:looking|reading|any).*|regards|(?:best"
    r"|kind) (?:wishes|regards)|best|yours?\b.*"
    r"|\u00e0 bient\u00f4t\b.*|bien \u00e0 vous|amiti\u00e9s"
    r"|(?:\w+ ){0,2}gr(?:\u00fc(?:\u00df|ss)e|u(?:\u00df|ss))|mfg|saludos"
    r"|saluti|cordialement|amicalement|pozdrawiam|pozdro|terveisin|groetjes|\u00fcdv|see you(?: \w+){0,2}|cu"
    r"|bis (?:bald|dann|morgen|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)"
    r"|\u00e0 (?:plus|bient\u00f4t|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)"
    r"|.*[.!?,]\s+(?:thanks|cheers|ta)(?: in advance| all| for [\w ]+)?)\W*$",
    re.IGNORECASE,
)
"""What stands above a name under a letter."""
FOR_ALL = re.compile(
    r"\b\d{3,5}[\s-]*(?:pts?|points?)\s+(?:list|army|game|force|roster|build|tournament|night|day"
    r"|event|league|match|battle|meeting|session|club|comp)\b"
    r"|\b\d{3,5}\s*(?:pts?|points?)\b\W+\d{1,2}\s+(?:(?:order\s+)?dice|units)\b",
    re.IGNORECASE,
)
"""What a list may cost: "1250 point list", "1275 pts, 12 dice"."""
EMPTY = re.compile(
    r"^\W*(?:printed|page)\b.*\d+\s*(?:/|of)\s*\d+\W*$|^\W*(?:[^\W\d_]+ )?page \d+\W*$|"
    r"^\W*(?:order\s+di[ce]e?\W+)\d{1,2}\W*$"
    r"|^[^:]{2,40}?(?::|\s?\.{3,})[\s_]*(?:n/?a|none|nil|nothing|empty|not used)(?: this time| today)?[\s_]*"
    r"(?:(?:cost|points?|pts)[\W_]*0?[\W_]*)?$",
    re.IGNORECASE,
)
"""A field of a form that nothing stands in: "Mortar: n/a", or a number alone: "Order die 3"."""
AFTERWORD = re.compile(
    r"^\W*(?:p\.?\s?s|n\.?b|tl;?\s?dr|disclaimer|fun fact|btw)\b\.?[:,. ]+(?:\S+\s+){3}", re.IGNORECASE
)
"""What somebody adds below his list: "PS the conscripts are new"."""
REMARK = re.compile(
    r"^\W*(?:why|role|job|(?:my )?thoughts?|comments?|remarks?|tactics?|plan|story|fluff|background"
    r"|reason(?:ing)?"
    r"|purpose|paint(?:ed|ing)?(?: status)?|basing|lore|warum|wieso|pourquoi|perch(?:e|\u00e9)"
    r"|dlaczego)\s*(?::|\?|\s[-\u2013])",
    re.IGNORECASE,
)
"""What somebody says of a unit of his beside what it is: "Why: they hold the middle"."""
SAID = re.compile(
    r"^\s*\S.{0,40}\s[-\u2013\u2014]+\s(?:today|yesterday|heute|gestern|hier)\b.*\d{1,2}[:.]\d{2}",
    re.IGNORECASE,
)
"""Who said what stands below, and when, as messages are copied: "Tom - Today at 18:42"."""
_MONEY = r"\d{1,4}\s*(?:pts?\b\.?|points?\b|p\b\.?|punkte?\b|pkte?\b\.?|punti\b|puntos\b|pkt\b\.?)?"
_OVER = (
    r"(?:(?:left(?: ?over)?|remaining|unspent|unused|spare|to (?:go|spare|spend|use|burn|play with|fill)"
    r"|(?:under|over|below|above|short|within|beneath|shy)(?: (?:of|by))?|in hand|\u00fcbrig|frei|unter"
    r"|\u00fcber"
    r"|zu viel|zuviel|zu wenig|restants?|de trop|en trop|de reste|disponibles?|rimasti|avanzati|di troppo"
    r"|sobrantes"
    r"|libres)\b)"
)
_SO = (
    r"^\W*(?:(?:so|and|that|this|it|which|the|my|our|army|list|roster|is|are|i'?m|we'?re|still|only|just|now"
    r"|currently|have|has|got|i|we|with|about|ca|noch|sind|es|habe|bin|bleiben|encore|il|me"
    r"|on a)\b['\u2019]?s?\W*)*"
)
BALANCE = re.compile(
    rf"{_SO}{_MONEY}\s*{_OVER}|{_SO}(?:leav(?:es?|ing)|left(?: ?over)?|remain(?:s|ing)?|unspent|unused"
    rf"|spare|rest|reste(?:nt)?"
    r"|\u00fcbrig|verbleibend|bleiben|avanzano|rimangono|restano|quedan|sobran|over by|under by|short by"
    r"|over|under)"
    rf"(?: me| us| you| mir| me with| us with)?\W*{_MONEY}\W*(?:$|(?=\w+))"
    rf"|^\W*(?:points?|pts|punkte)\s+(?:left|remaining|unspent|unused|spare|over|under"
    rf"|\u00fcbrig)\W*{_MONEY}\W*$",
    re.IGNORECASE,
)
"""What is left of what all may cost: "5 points under the limit", "noch 25 Punkte \u00fcbrig"."""
VERDICT = re.compile(
    r"^\W*(?:(?:validation|selection|roster|list|army|force|unit|category)\s+)?(?:validation|warnings?"
    r"|errors?|issues?)"
    r"\b\s*(?:[:=(\u2013-]|\w+:)"
    r"|^\W*(?:the |this |my |your )?(?:roster|list|army|force|platoon)\b.*\b(?:valid|invalid|legal"
    r"|illegal|exceeds?|exceeded|errors?"
    r"|(?:over|under|below|above|within) (?:the |its |your )?(?:points? )?limit|limit (?:of|by)"
    r"|must (?:have|contain|include)"
    r"|too (?:many|few))\b",
    re.IGNORECASE,
)
"""What a program says of a list: "Validation: ...", "Roster exceeds the limit by 15"."""
