"""Lists of different shape, each with what breaks a reader that expects only one."""

from __future__ import annotations

from tests.importing.forms import Node, ability, bolter, force, line, roster, sel, table, weapon

CHOPPA = weapon("Choppa", "Melee", "Melee", "User", "0", "1")
FIST = weapon("Power fist", "Melee", "Melee", "x2", "-3", "D3", "Each time the bearer fights with this weapon, "
              "subtract 1 from the hit roll.")  # fmt: skip


def drilled(name: str = "The Drilled Hundred") -> Node:
    """Everything in its place: a captain, two squads, a gun team. 347 points."""
    captain = sel(
        "Captain", "model", pts=74, pl=5, custom="Aldo the Bold", notes="Painted last",
        profiles=[line("Captain", ws="2+", bs="2+", w="5", a="4", ld="9", save="3+"),
                  ability("Iron Halo", "This model has a 4+ invulnerable save."),
                  ability("Master", 'Re-roll hit rolls of 1 for friendly DRILLED units within 6" of this model.')],
        cats=["*HQ", "Faction: Drilled", "Character", "Infantry"],
        below=[sel("Power fist", pts=20, profiles=[FIST]), bolter()],
    )  # fmt: skip
    squads = [
        sel(
            "Rifle Squad", "unit", pl=5, cats=["*Troops", "Faction: Drilled", "Infantry"],
            rules=[("Steady", "They never run while their sergeant stands.")],
            below=[
                sel("Rifle Sergeant", "model", pts=13, profiles=[line("Rifle Sergeant", a="2", ld="8")],
                    below=[bolter()]),
                sel("Rifleman", "model", n=4, pts=52, profiles=[line("Rifleman")],
                    below=[bolter(3), sel("Flamer", pts=9, profiles=[
                        weapon("Flamer", '8"', "Assault D6", abilities="This weapon hits automatically.")])]),
            ],
        )
        for _ in range(2)
    ]  # fmt: skip
    guns = sel(
        "Gun Team", "unit", pts=105, pl=8, cats=["*Heavy Support", "Faction: Drilled", "Infantry"],
        below=[sel("Gunner", "model", n=3, profiles=[line("Gunner")], below=[
            sel("Missile launcher", n=3, profiles=[
                weapon("Missile launcher - frag", '48"', "Heavy D6"),
                weapon("Missile launcher - krak", '48"', "Heavy 1", "8", "-2", "D6")])])],
    )  # fmt: skip
    return roster(name, force("Patrol", captain, *squads, guns, catalogue="Drilled", rules=[("Doctrine", "As one.")]))


def nested() -> Node:
    """A force inside a force, a wrapper over units, choices for the force, a cost below nothing. 120 points."""

    def mob(points: float) -> Node:
        return sel("Mob", "unit", pl=2, cats=["*Troops", "Faction: Horde"], below=[
            sel("Mobster", "model", n=10, pts=points, profiles=[line("Mobster")],
                below=[sel("Choppa", n=10, profiles=[CHOPPA])])])  # fmt: skip

    config = sel("Detachment Command Cost", cats=["*Configuration"], cp=-3, below=[sel("Vanguard")])
    codex = sel("Codex", below=[mob(40), sel("Warpath"), mob(30)])
    inner = force("Spearhead", mob(50), catalogue="Horde")
    return roster("Horde within", force("Battalion", config, codex, forces=[inner, force("Empty")], catalogue="Horde"))


def upgrades() -> Node:
    """Whole units and their models written as upgrades, and weapons as units. 95 points."""
    squad = sel(
        "Sworn Band", "upgrade", pts=15, pl=4, cats=["*Elites", "Infantry"], profiles=[line("Sworn Man", w="2")],
        below=[
            sel("Sworn Man w/ Halberd", "upgrade", n=4, pts=60, below=[
                sel("Halberd", "unit", n=4, profiles=[weapon("Halberd", "Melee", "Melee", "+2", "-1", "1")])]),
            sel("Sworn Man w/ Two Launchers", "upgrade", pts=20, below=[
                sel("Two Launchers", below=[
                    sel("Launcher", "unit", n=2, profiles=[weapon("Launcher", '36"', "Heavy 2")])])]),
        ],
    )  # fmt: skip
    return roster("All upgrades", force("Patrol", squad))


def claims() -> Node:
    """Stat lines that are the unit's, a model more, or another model's: scouts, a painboy, a familiar, drones."""
    scouts = sel(
        "Scouts", "unit", pts=55, cats=["*Troops", "Infantry"],
        profiles=[line("Scout", save="4+"), line("Scout Sergeant", a="2", ld="8", save="4+")],
        below=[
            sel("Scout Sergeant", "model", below=[bolter()]),
            sel("Scout w/Boltgun", "model", n=4, below=[bolter(4)]),
            sel("Camo cloaks", profiles=[ability("Cloaks", "Hard to see.")]),
            sel("Frag grenades", profiles=[weapon("Frag grenade", '6"', "Grenade D6", "3")]),
        ],
    )  # fmt: skip
    healer = sel(
        "Painboy", "model", pts=50, cats=["*HQ", "Character"],
        profiles=[line("Painboy", w="4", a="4"), line("Grot Orderly", s="2", t="2", save="-")],
        below=[sel("Power klaw", profiles=[weapon("Power klaw", "Melee", "Melee", "x2", "-3", "D3")])],
    )  # fmt: skip
    sorcerer = sel(
        "Sorcerer", "model", pts=90, cats=["*HQ", "Character", "Psyker"],
        profiles=[line("Sorcerer", w="4")],
        below=[sel("Force staff", profiles=[weapon("Force staff", "Melee", "Melee", "+2", "-1", "D3")]),
               sel("Familiar", "model", pts=9, profiles=[line("Familiar", save="6+")])],
    )  # fmt: skip
    drones = sel(
        "Drone Wing", "unit", pts=30, cats=["*Fast Attack", "Drone", "Fly"],
        below=[sel("2x MV1 Gun Drone", "model", profiles=[line("MV1 Gun Drone", save="4+")], below=[
            sel("Pulse carbine", profiles=[weapon("Pulse carbine", "18", "Assault 2", "5")])])],
    )  # fmt: skip
    return roster("Claims", force("Patrol", scouts, healer, sorcerer, drones))


def machines() -> Node:
    """Charts with named and unnamed columns, a transport, an explosion, a flyer, a fortification. 505 points."""
    blast = table("Explosion", "Rhino explodes", Dice_Roll="6+", Distance='6"', Mortal_Wounds="D3")
    rhino = sel(
        "Rhino", "model", pts=70, pl=4, cats=["*Dedicated Transport", "Vehicle", "Transport"],
        profiles=[
            line("Rhino", m="*", ws="6+", bs="*", s="6", t="7", w="10", a="*", ld="8"),
            table("Stat Damage - M/BS/A", "Rhino 1", Remaining_W="6-10+", M='12"', BS="3+", A="3"),
            table("Stat Damage - M/BS/A", "Rhino 2", Remaining_W="3-5", M='6"', BS="4+", A="D3"),
            table("Stat Damage - M/BS/A", "Rhino 3", Remaining_W="1-2", M='3"', BS="5+", A="1"),
            table("Transport", "Rhino", Capacity="10 INFANTRY models. No jump packs."), blast,
        ],
        below=[sel("Storm bolter", n=1, profiles=[weapon("Storm bolter", '24"', "Rapid Fire 2")])],
    )  # fmt: skip
    flyer = sel(
        "Stormtalon", "model", pts=160, cats=["*Flyer", "Vehicle", "Fly"],
        profiles=[
            line("Stormtalon", m="*", ws="6+", bs="*", s="6", t="6", w="10", a="3", ld="8"),
            table("Wound Track", "Head", Remaining_W="-", Characteristic_1="M", Characteristic_2="BS"),
            table("Wound Track", "Wound 1", Remaining_W="6-10+", Characteristic_1='20"-50"', Characteristic_2="3+"),
            table("Wound Track", "Wound 2", Remaining_W="1-5", Characteristic_1='20"-30"', Characteristic_2="4+"),
        ],
        below=[sel("Assault cannon", profiles=[weapon("Assault cannon", '24"', "Heavy 6", "6", "-1")])],
    )  # fmt: skip
    beast = sel(
        "Great Beast", "model", pts=175, cats=["*Heavy Support", "Monster"],
        profiles=[
            line("Great Beast", m="*", ws="4+", bs="-", s="*", t="8", w="12", a="D6"),
            table("Great Beast Wound Track", "1", Remaining_W="7+", Characteristic_1='8"', Characteristic_2="8"),
            table("Great Beast Wound Track", "2", Remaining_W="1-6", Characteristic_1='4"', Characteristic_2="6"),
        ],
        below=[sel("Tusks", profiles=[weapon("Tusks", "Melee", "Melee", "x2", "-4", "3")])],
    )  # fmt: skip
    wall = sel("Long Wall", "unit", pts=100, cats=["*Fortification"], profiles=[ability("Rampart", "It stands.")])
    return roster("Machines", force("Spearhead", rhino, flyer, beast, wall))


def odd_values() -> Node:
    """Every way in which values have been seen, in one unit. 60 points."""
    weapons = [
        weapon("Bare range", "24", "Heavy 3D3", "6", "None", "2"),
        weapon("Far only", '12"-48"', "Heavy 1", "8", "-3", "D6"),
        weapon("Random might", '24"', "Assault 2D6", "2D6", "-D3", "D3"),
        weapon("Half random", '24"', "Assault 1", "6+D3", "-", "D3+3"),
        weapon("Strange", '12"', "Pistol 1", "*", "-1", "1"),
        weapon("Blade", "Melee", "Melee", "user", "-", "*"),
        weapon("Hammer", "Melee", "Melee", "x2", "-4", "3"),
        weapon("Club", "Melee", "Melee", "+D3", "0", "None"),
        weapon("Claw", "-", "Melee", "*", "-2", "1"),
    ]
    odd = sel(
        "Oddities", "unit", pts=60, cats=["*Elites"],
        profiles=[line("Oddity", m='2D6"', ws="-", bs="-", a="D6", ld="-", save="2+/5++"),
                  line("Other Oddity", m="-", a="*", save="7+")],
        below=[
            sel("Oddity", "model", n=2, below=[sel(w["name"], n=2, profiles=[w]) for w in weapons]),
            sel("Other Oddity", "model", below=[sel("Nameless blaster")]),
            sel("Battle Role", cats=["*Configuration"], below=[sel("Skirmishers")]),
        ],
    )  # fmt: skip
    return roster("Odd values", force("Patrol", odd))


def minds() -> Node:
    """Psykers, powers, marks of another edition's markup, no-break spaces and curly quotes. 210 points."""
    smite = table("Psychic Power", "Smite", Warp_Charge="5", Range='18"', Details="The nearest suffers.")
    far = "12\u2033"
    veil = table("Psychic Power", "Veil\u00a0of Mist", Warp_Charge="6+", Range=far, Details="Go \u201celsewhere\u201d.")
    seer = sel(
        "Seer", "model", pts=110, pl=6, cats=["*HQ", "**^^Psyker^^**", "Character", "Faction: Mist\u2019s Own"],
        profiles=[line("Seer", w="4"), table("Psyker", "Seer", Cast="2", Deny="1", Powers_Known="Smite and two more")],
        below=[sel("Smite", profiles=[smite]), sel("Veil of Mist", profiles=[veil]),
               sel("Ghost blade", profiles=[weapon("Ghost blade", "Melee", "Melee", "User", "-3", "1")]),
               sel("Rune armour", profiles=[ability("Rune armour", "This model has a 4+ invulnerable save.")])],
    )  # fmt: skip
    guard = sel(
        "Mist Guard", "unit", pts=100, pl=5, cats=["*Troops"],
        below=[sel("Guard", "model", n=5, profiles=[line("Guard")], below=[
            sel("Shuriken & blade", n=5, profiles=[
                weapon("Shuriken", '12"', "Assault 2"), weapon("Guard blade", "Melee", "Melee", "User", "0", "1")])])],
    )  # fmt: skip
    return roster("Minds\u00a0of Mist", force("Patrol", seer, guard, catalogue="Mist\u2019s Own"))


ALL = {made.__name__: made for made in (drilled, nested, upgrades, claims, machines, odd_values, minds)}


def two_thousand() -> Node:
    """A list as large as games are played with, with texts as long as datasheets have. 2,000 points."""
    text = "A rule in many words that says what a unit may do, when, and to whom, at some length. " * 4
    squads = [
        sel(f"Squad {n}", "unit", pts=20, pl=6, cats=["*Troops", "Infantry", "Faction: Many"],
            profiles=[ability(f"Habit {i}", text + str(i)) for i in range(5)],
            below=[
                sel("Leader", "model", pts=20, profiles=[line("Leader", a="2")],
                    below=[bolter(), sel("Sword", profiles=[CHOPPA]), sel("Grenade", profiles=[
                        weapon("Grenade", '6"', "Grenade D6")])]),
                *(sel(f"Trooper {k}", "model", pts=10, profiles=[line(f"Trooper {k}")], below=[
                    bolter(), sel(f"Gun {n}.{k}", profiles=[weapon(f"Gun {n}.{k}", '36"', "Heavy 2", "5", "-1")])])
                  for k in range(6)),
            ])
        for n in range(20)
    ]  # fmt: skip
    return roster("Two thousand", force("Brigade", *squads, catalogue="Many"))
