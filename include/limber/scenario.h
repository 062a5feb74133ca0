// SPDX-License-Identifier: MIT
// A battle before any sheet has touched it: ground, orders of battle, commanders, objectives,
// arrivals; and, for a position, how far a battle has come.
//
// lb_scenario is one struct of fixed size without pointers: clients allocate it, copy it with
// memcpy, and zero is a valid (empty) one. Texts end with a zero and are UTF-8. Lengths are
// decimetres of real ground: x grows to the east from the west edge, y to the north from the south
// edge. Facings are whole degrees, 0 north, clockwise. A sheet's muster turns all this into its own
// figures and footprints. Whoever fills the struct from a file has checked every index and range
// (limber/files.h); whoever fills it by hand must keep to what is said here.
#pragma once

#include "limber/api.h"
#include "limber/status.h"

#include <stdbool.h>
#include <stdint.h>

LB_BEGIN_DECLS

/// How much of everything there may be.
enum {
    LB_SCENARIO_SIDES = 2,
    LB_SCENARIO_UNITS = 400,
    LB_SCENARIO_BRIGADES = 100,
    LB_SCENARIO_COMMANDERS = 160,
    LB_SCENARIO_PIECES = 192,
    LB_SCENARIO_POINTS = 4096,
    LB_SCENARIO_PIECE_POINTS = 96, ///< in one piece of terrain
    LB_SCENARIO_OBJECTIVES = 32,
    LB_SCENARIO_NOTES = 12,
    LB_SCENARIO_FIGURES = 2048,
    LB_SCENARIO_TURNS = 60,
    LB_SCENARIO_SIDE_MARKS = 12, ///< of a side, in a position
    LB_SCENARIO_BRIGADE_MARKS = 6,
    LB_SCENARIO_COMMANDER_MARKS = 4,
    LB_SCENARIO_GROUND_DM = 700000, ///< longest edge of the ground, 70 km: 1000 in by esr-75
    LB_SCENARIO_WORD = 32,          ///< bytes of an id or a key, with its zero
    LB_SCENARIO_NAME = 64,          ///< bytes of a name, with its zero
    LB_SCENARIO_TEXT = 320          ///< bytes of a longer text, with its zero
};

// Every list below is X(C name, word in files, …, what it means). The word is also what a client
// shows. The first of a list is what zero means.
// clang-format off

/// X(name, word, meaning)
#define LB_ARMS(X)                                                                                 \
    X(INFANTRY,  "infantry",  "foot, strength in men")                                             \
    X(CAVALRY,   "cavalry",   "horse, strength in sabres")                                         \
    X(ARTILLERY, "artillery", "guns, strength in pieces")

/// X(name, word, arm, meaning)
#define LB_TROOP_CLASSES(X)                                                                        \
    X(LINE,            "line",            INFANTRY,  "line infantry")                              \
    X(LIGHT,           "light",           INFANTRY,  "light infantry, grenzer, jägers with muskets") \
    X(RIFLES,          "rifles",          INFANTRY,  "riflemen, jägers with rifles")               \
    X(GRENADIERS,      "grenadiers",      INFANTRY,  "grenadiers and other picked infantry")       \
    X(YOUNG_GUARD,     "young-guard",     INFANTRY,  "French young guard")                         \
    X(MIDDLE_GUARD,    "middle-guard",    INFANTRY,  "French middle guard")                        \
    X(OLD_GUARD,       "old-guard",       INFANTRY,  "French old guard")                           \
    X(FOOT_GUARDS,     "foot-guards",     INFANTRY,  "guard infantry of other nations")            \
    X(CONSCRIPTS,      "conscripts",      INFANTRY,  "line of raw recruits")                       \
    X(MILITIA,         "militia",         INFANTRY,  "militia, landwehr, opolchenie")              \
    X(NATIONAL_GUARD,  "national-guard",  INFANTRY,  "national guard")                             \
    X(SECOND_LINE,     "second-line",     INFANTRY,  "line of the second rank: new or provincial") \
    X(GUERRILLAS,      "guerrillas",      INFANTRY,  "armed country people")                       \
    X(ENGINEERS,       "engineers",       INFANTRY,  "sappers, pioneers, marines of the guard")    \
    X(HUSSARS,         "hussars",         CAVALRY,   "hussars")                                    \
    X(CHASSEURS,       "chasseurs",       CAVALRY,   "mounted chasseurs")                          \
    X(LIGHT_DRAGOONS,  "light-dragoons",  CAVALRY,   "light dragoons")                             \
    X(LANCERS,         "lancers",         CAVALRY,   "lancers and uhlans")                         \
    X(CHEVAULEGERS,    "chevaulegers",    CAVALRY,   "chevaulegers")                               \
    X(DRAGOONS,        "dragoons",        CAVALRY,   "dragoons")                                   \
    X(HEAVY_DRAGOONS,  "heavy-dragoons",  CAVALRY,   "heavy dragoons, dragoon guards")             \
    X(CUIRASSIERS,     "cuirassiers",     CAVALRY,   "cuirassiers and carabiniers")                \
    X(HOUSEHOLD,       "household",       CAVALRY,   "household cavalry, horse of the guard")      \
    X(COSSACKS,        "cossacks",        CAVALRY,   "cossacks and other irregular horse")         \
    X(MILITIA_CAVALRY, "militia-cavalry", CAVALRY,   "mounted militia, landwehr horse")            \
    X(FIELD_GUNS,      "field-guns",      ARTILLERY, "foot battery of light or medium pieces")     \
    X(HEAVY_GUNS,      "heavy-guns",      ARTILLERY, "foot battery of 12-pounders or their like")  \
    X(HORSE_GUNS,      "horse-guns",      ARTILLERY, "horse battery")                              \
    X(ROCKETS,         "rockets",         ARTILLERY, "rocket troop")

/// X(name, word, meaning). Regular is in the middle; zero is the lowest.
#define LB_QUALITIES(X)                                                                            \
    X(UNTRAINED, "untrained", "armed, no more")                                                    \
    X(MILITIA,   "militia",   "drilled a little")                                                  \
    X(CONSCRIPT, "conscript", "drilled, not tried")                                                \
    X(REGULAR,   "regular",   "trained")                                                           \
    X(VETERAN,   "veteran",   "tried in battle")                                                   \
    X(ELITE,     "elite",     "picked")                                                            \
    X(GUARD,     "guard",     "the best there is")

/// X(name, word, meaning): bits of `traits` of units and brigades.
#define LB_TRAITS(X)                                                                               \
    X(SKIRMISHERS,   "skirmishers",   "sends out skirmishers of its own")                          \
    X(LIGHT,         "light",         "fights in open order; light horse; a light brigade")        \
    X(CARBINES,      "carbines",      "cavalry that fires from the saddle")                        \
    X(DISCIPLINED,   "disciplined",   "disciplined musketry")                                      \
    X(ELAN,          "elan",          "élan in the attack column")                                 \
    X(STOIC,         "stoic",         "hard to shift")                                             \
    X(HEAVY_CAVALRY, "heavy-cavalry", "big men on big horses")                                     \
    X(LANCE,         "lance",         "carries the lance")                                         \
    X(HEADSTRONG,    "headstrong",    "cavalry that does not know when to stop")                   \
    X(MILITIA,       "militia",       "clumsy in its evolutions")                                  \
    X(HIT_AND_RUN,   "hit-and-run",   "strikes and is gone")                                       \
    X(UNPREDICTABLE, "unpredictable", "nobody knows before its first fight")                       \
    X(SWIFT,         "swift",         "moves faster than its kind")                                \
    X(MASSE,         "masse",         "forms the closed mass of battalion")                        \
    X(DETACHMENT,    "detachment",    "used to act away from its brigade")                         \
    X(IMPETUOUS,     "impetuous",     "may attack without orders")                                 \
    X(IRREGULAR,     "irregular",     "irregular, may evade")                                      \
    X(BRITTLE,       "brittle",       "gives way early")                                           \
    X(DETERMINED,    "determined",    "holds on")                                                  \
    X(ENTHUSIASTIC,  "enthusiastic",  "better when it attacks")                                    \
    X(SHARPSHOOTERS, "sharpshooters", "aims")                                                      \
    X(RIFLED,        "rifled",        "carries rifles")                                            \
    X(RAW,           "raw",           "has not seen battle")                                       \
    X(DISMOUNTS,     "dismounts",     "cavalry that may fight on foot")                            \
    X(POOR_SCREEN,   "poor-screen",   "skirmishes by an ineffective doctrine")

/// X(name, word, meaning)
#define LB_NATIONS(X)                                                                              \
    X(OTHER,        "other",        "any other")                                                   \
    X(FRENCH,       "french",       "France")                                                      \
    X(POLISH,       "polish",       "Duchy of Warsaw and Poles in French pay")                     \
    X(ITALIAN,      "italian",      "Kingdom of Italy")                                            \
    X(NEAPOLITAN,   "neapolitan",   "Kingdom of Naples")                                           \
    X(BAVARIAN,     "bavarian",     "Bavaria")                                                     \
    X(SAXON,        "saxon",        "Saxony")                                                      \
    X(WESTPHALIAN,  "westphalian",  "Westphalia")                                                  \
    X(WURTTEMBERG,  "wurttemberg",  "Württemberg")                                                 \
    X(BADEN,        "baden",        "Baden")                                                       \
    X(SWISS,        "swiss",        "Swiss")                                                       \
    X(DANISH,       "danish",       "Denmark")                                                     \
    X(BRITISH,      "british",      "Great Britain")                                               \
    X(KGL,          "kgl",          "King's German Legion")                                        \
    X(PORTUGUESE,   "portuguese",   "Portugal")                                                    \
    X(SPANISH,      "spanish",      "Spain")                                                       \
    X(HANOVER,      "hanover",      "Hanover")                                                     \
    X(BRUNSWICK,    "brunswick",    "Brunswick")                                                   \
    X(NASSAU,       "nassau",       "Nassau")                                                      \
    X(NETHERLANDS,  "netherlands",  "Kingdom of the Netherlands")                                  \
    X(AUSTRIAN,     "austrian",     "Austria")                                                     \
    X(RUSSIAN,      "russian",      "Russia")                                                      \
    X(PRUSSIAN,     "prussian",     "Prussia")                                                     \
    X(SWEDISH,      "swedish",      "Sweden")                                                      \
    X(OTTOMAN,      "ottoman",      "Ottoman Empire")

/// X(name, word, meaning)
#define LB_RANKS(X)                                                                                \
    X(BRIGADE,  "brigade",  "commands a brigade")                                                  \
    X(DIVISION, "division", "commands a division")                                                 \
    X(CORPS,    "corps",    "commands a corps, a wing or a reserve")                               \
    X(ARMY,     "army",     "commands the side")

/// X(name, word, meaning)
#define LB_ABILITIES(X)                                                                            \
    X(TERRIBLE,  "terrible",  "a danger to his own")                                               \
    X(POOR,      "poor",      "slow or confused")                                                  \
    X(AVERAGE,   "average",   "does what is expected")                                             \
    X(GOOD,      "good",      "does it well")                                                      \
    X(EXCELLENT, "excellent", "one of the great")

/// X(name, word, meaning)
#define LB_INSPIRATIONS(X)                                                                         \
    X(UNINSPIRING, "uninspiring", "his men do not care")                                           \
    X(NORMAL,      "normal",      "respected")                                                     \
    X(CHARISMATIC, "charismatic", "they follow him anywhere")

/// X(name, word, meaning): bits of `traits` of commanders.
#define LB_LEADER_TRAITS(X)                                                                        \
    X(CAUTIOUS,        "cautious",        "slow to commit his brigade")                            \
    X(BOLD,            "bold",            "attacks when in doubt")                                 \
    X(CHARMED,         "charmed",         "bullets avoid him")                                     \
    X(DATE_WITH_DEATH, "date-with-death", "bullets find him")                                      \
    X(WANDERED_OFF,    "wandered-off",    "nobody knows where he is")                              \
    X(IN_PERSON,       "in-person",       "excellent where he commands in person")                 \
    X(CAVALRYMAN,      "cavalryman",      "excellent with cavalry")                                \
    X(GUNNER,          "gunner",          "may command a grand battery")

/// X(name, word, meaning): how well the staff of a side works.
#define LB_STAFFS(X)                                                                               \
    X(AVERAGE, "average", "orders arrive")                                                         \
    X(POOR,    "poor",    "orders go astray")                                                      \
    X(GOOD,    "good",    "orders arrive and are clear")

/// X(name, word, meaning). A sheet takes the nearest of its own formations.
#define LB_SCENARIO_FORMATIONS(X)                                                                  \
    X(ANY,           "any",           "as the sheet's muster thinks fit")                          \
    X(LINE,          "line",          "deployed in line")                                          \
    X(FIRING_LINE,   "firing-line",   "a line thinned to bring every musket to bear")              \
    X(REFUSED_LINE,  "refused-line",  "a line with a flank refused or advanced")                   \
    X(ATTACK_COLUMN, "attack-column", "column of attack, column of divisions, closed mass")        \
    X(MARCH_COLUMN,  "march-column",  "column of march, ployed")                                   \
    X(OPEN_ORDER,    "open-order",    "skirmish order")                                            \
    X(SQUARE,        "square",        "square")                                                    \
    X(GARRISON,      "garrison",      "in and behind the buildings, works or trees where it stands") \
    X(LIMBERED,      "limbered",      "guns hitched to their teams")                               \
    X(UNLIMBERED,    "unlimbered",    "guns ready to fire")                                        \
    X(RESERVE,       "reserve",       "held back, ployed")

/// X(name, word, meaning)
#define LB_SCENARIO_TERRAINS(X)                                                                    \
    X(OPEN,            "open",            "open ground, a clearing")                               \
    X(ROUGH,           "rough",           "rough ground, underbrush, tall corn")                   \
    X(DENSE,           "dense",           "dense ground: thickets, vineyards, ravines")            \
    X(WOOD,            "wood",            "light wood or orchard")                                 \
    X(DENSE_WOOD,      "dense-wood",      "forest")                                                \
    X(BUILT_UP_WOODEN, "built-up-wooden", "wooden or thatched houses")                             \
    X(BUILT_UP_STONE,  "built-up-stone",  "stone houses")                                          \
    X(HILL,            "hill",            "everything inside lies at this level or higher")        \
    X(STREAM,          "stream",          "fordable anywhere")                                     \
    X(RIVER,           "river",           "not fordable but at fords and bridges")                 \
    X(FORD,            "ford",            "where a river may be waded")                            \
    X(BRIDGE,          "bridge",          "where it may be crossed dry")                           \
    X(ROAD,            "road",            "country road")                                          \
    X(HIGHWAY,         "highway",         "paved road")                                            \
    X(WALL,            "wall",            "stone wall")                                            \
    X(HEDGE,           "hedge",           "hedge or fence")                                        \
    X(WORKS_HASTY,     "works-hasty",     "field works of an hour")                                \
    X(WORKS_PREPARED,  "works-prepared",  "field works of a day")                                  \
    X(MARSH,           "marsh",           "marsh, soft ground")                                    \
    X(IMPASSABLE,      "impassable",      "cliff, lake, walled park")

/// X(name, word, meaning): bits of `states` of a unit in a position.
#define LB_SCENARIO_STATES(X)                                                                      \
    X(SHAKEN,     "shaken",     "shaken")                                                          \
    X(DISORDERED, "disordered", "disordered (march-attack: D2)")                                   \
    X(UNSETTLED,  "unsettled",  "a little disordered (march-attack: D1)")                          \
    X(CARRIED,    "carried",    "its disorder outlasts the next end of a turn")                    \
    X(FIRED,      "fired",      "has fired this turn")                                             \
    X(MOVED,      "moved",      "has moved this turn")                                             \
    X(ACTED,      "acted",      "has had its action this turn")                                    \
    X(CHARGED,    "charged",    "has charged this turn")                                           \
    X(FOUGHT,     "fought",     "has fought hand to hand this turn")                               \
    X(SUPPORTED,  "supported",  "has lent support this phase")                                     \
    X(INSPIRED,   "inspired",   "was lifted for the rest of the battle")                           \
    X(PROVED,     "proved",     "unpredictable, and better than feared")                           \
    X(WANTING,    "wanting",    "unpredictable, and worse than hoped")                             \
    X(COMMITTED,  "committed",  "committed from the reserve of its formation")                     \
    X(REFORMING,  "reforming",  "in its reformation area")                                         \
    X(TRIED,      "tried",      "unpredictable, and as good as it looks")                          \
    X(SKIRMISHED, "skirmished", "has fired as skirmishers or as horse guns")                       \
    X(ANSWERED,   "answered",   "a messenger has reached it this turn")                            \
    X(UNREACHED,  "unreached",  "no messenger has reached it this turn")                           \
    X(FREED,      "freed",      "may act by a card")                                               \
    X(AGAIN,      "again",      "moves, and may assault after that, by a card")                    \
    X(ONWARD,     "onward",     "has moved by that card: an assault is left")                      \
    X(SPED,       "sped",       "moves further by a card")                                         \
    X(WON,        "won",        "has won a fight this phase")                                      \
    X(STORMED,    "stormed",    "came by an assault to where it touches an enemy")                 \
    X(DAUNTED,    "daunted",    "its valour is harder to keep by a card")                          \
    X(DISMOUNTED, "dismounted", "dragoons on foot")                                                \
    X(HURRIED,    "hurried",    "a square that was formed in answer to a charge")                  \
    X(CLOSED,     "closed",     "has closed with an enemy and has not fought him")                 \
    X(BAYONET,    "bayonet",    "has closed with the bayonet")                                     \
    X(ATTACKED,   "attacked",   "has been attacked in this phase")                                 \
    X(SAPPERS,    "sappers",    "engineers have joined it")

/// X(name, word, meaning): bits of `states` of a brigade in a position.
#define LB_SCENARIO_BRIGADE_STATES(X)                                                              \
    X(ACTIVATED, "activated", "was activated this turn")                                           \
    X(FAILED,    "failed",    "its activation failed this turn")                                   \
    X(ACTED,     "acted",     "its units have had their actions this turn")                        \
    X(SPED,      "sped",      "moves further this turn by a card")                                 \
    X(VOLLEYS,   "volleys",   "its infantry fires better this turn by a card")                     \
    X(ROUTED,    "routed",    "has lost a unit by rout")                                           \
    X(SHATTERED, "shattered", "it is shattered")                                                   \
    X(SENT,      "sent",      "its pending order was sent this turn")                              \
    X(WAITING,   "waiting",   "its pending order is not tried this turn")                          \
    X(CHANGED,   "changed",   "has ployed or deployed this turn")                                  \
    X(FACED,     "faced",     "its column has faced about this turn")                              \
    X(REVERSED,  "reversed",  "its column marches tail first")                                     \
    X(RESENT,    "resent",    "was given another place this turn")                                 \
    X(ARRIVING,  "arriving",  "comes on in this turn")                                             \
    X(BOMBARDS,  "bombards",  "its guns fire intensely this turn")                                 \
    X(SWARMS,    "swarms",    "its skirmishers attack intensely this turn")                        \
    X(TIRED,     "tired",     "has fought or fired intensely since it last rested")                \
    X(OWES,      "owes",      "has to be assessed this phase")                                     \
    X(REACHED,   "reached",   "the enemy has reached its reformation area")                        \
    X(DETACHED,  "detached",  "a detachment that is in the field")                                 \
    X(COMMITTED, "committed", "has been committed to the battle")                                  \
    X(RETIRING,  "retiring",  "has gone back this turn and only stands")                           \
    X(PRESSING,  "pressing",  "has come nearer to what it attacks")                                \
    X(BREAKING,  "breaking",  "breaks as soon as others have tested")

/// X(name, word, meaning): bits of `states` of a commander in a position.
#define LB_SCENARIO_COMMANDER_STATES(X)                                                            \
    X(RODE,      "rode",      "has ridden this turn")                                              \
    X(SILENT,    "silent",    "gives no more orders this turn")                                    \
    X(TOOK,      "took",      "has taken over a formation this turn")                              \
    X(INVINCIBLE, "invincible", "thinks himself invincible")

/// X(name, word, meaning): how far a brigade's turn has come in a position.
#define LB_SCENARIO_ACTIVATIONS(X)                                                                 \
    X(NONE,   "none",   "it has not been tried this turn")                                         \
    X(PASSED, "passed", "it was activated this turn")                                              \
    X(FAILED, "failed", "its activation failed this turn")

/// X(name, word, meaning): what a brigade is about. A sheet takes the nearest of its own orders.
#define LB_SCENARIO_ORDERS(X)                                                                      \
    X(NONE,      "none",      "the sheet has no orders, or none was given")                        \
    X(ATTACK,    "attack",    "close with the enemy at the objective")                             \
    X(DEFEND,    "defend",    "hold where it stands")                                              \
    X(SUPPORT,   "support",   "stay near a neighbour")                                             \
    X(MOVE,      "move",      "go to the objective without contact; manoeuvre")                    \
    X(RESERVE,   "reserve",   "stay back, ployed")                                                 \
    X(BOMBARD,   "bombard",   "unlimber and fire")                                                 \
    X(RETIRE,    "retire",    "go back facing the enemy")                                          \
    X(RETREAT,   "retreat",   "in retreat")                                                        \
    X(BROKEN,    "broken",    "broken")                                                            \
    X(RALLY,     "rally",     "rallying and reforming")

/// X(name, word, meaning): how much is left of a brigade in a position.
#define LB_SCENARIO_STATUSES(X)                                                                    \
    X(FRESH,      "fresh",      "as good as it came")                                              \
    X(WORN,       "worn",       "has suffered")                                                    \
    X(EXHAUSTED,  "exhausted",  "fit to defend itself, not to attack")                             \
    X(BROKEN,     "broken",     "no longer fit to fight")

// clang-format on

#define LB_ARM_ROW_(name, word, meaning)                 LB_ARM_##name,
#define LB_CLASS_ROW_(name, word, arm, meaning)          LB_CLASS_##name,
#define LB_QUALITY_ROW_(name, word, meaning)             LB_QUALITY_##name,
#define LB_TRAIT_ROW_(name, word, meaning)               LB_TRAIT_##name,
#define LB_NATION_ROW_(name, word, meaning)              LB_NATION_##name,
#define LB_RANK_ROW_(name, word, meaning)                LB_RANK_##name,
#define LB_ABILITY_ROW_(name, word, meaning)             LB_ABILITY_##name,
#define LB_INSPIRATION_ROW_(name, word, meaning)         LB_INSPIRATION_##name,
#define LB_LEADER_TRAIT_ROW_(name, word, meaning)        LB_LEADER_TRAIT_##name,
#define LB_STAFF_ROW_(name, word, meaning)               LB_STAFF_##name,
#define LB_SCENARIO_FORMATION_ROW_(name, word, meaning)  LB_SCENARIO_FORMATION_##name,
#define LB_SCENARIO_TERRAIN_ROW_(name, word, meaning)    LB_SCENARIO_TERRAIN_##name,
#define LB_SCENARIO_STATE_ROW_(name, word, meaning)      LB_SCENARIO_STATE_##name,
#define LB_SCENARIO_BRIGADE_ROW_(name, word, meaning)    LB_SCENARIO_BRIGADE_STATE_##name,
#define LB_SCENARIO_COMMANDER_ROW_(name, word, meaning)  LB_SCENARIO_COMMANDER_STATE_##name,
#define LB_SCENARIO_ORDER_ROW_(name, word, meaning)      LB_SCENARIO_ORDER_##name,
#define LB_SCENARIO_ACTIVATION_ROW_(name, word, meaning) LB_SCENARIO_ACTIVATION_##name,
#define LB_SCENARIO_STATUS_ROW_(name, word, meaning)     LB_SCENARIO_STATUS_##name,

typedef enum lb_arm { LB_ARMS(LB_ARM_ROW_) LB_ARM_COUNT } lb_arm;
typedef enum lb_troop_class { LB_TROOP_CLASSES(LB_CLASS_ROW_) LB_CLASS_COUNT } lb_troop_class;
typedef enum lb_quality { LB_QUALITIES(LB_QUALITY_ROW_) LB_QUALITY_COUNT } lb_quality;
/// Numbers of bits: test with lb_has_trait.
typedef enum lb_trait { LB_TRAITS(LB_TRAIT_ROW_) LB_TRAIT_COUNT } lb_trait;
typedef enum lb_nation { LB_NATIONS(LB_NATION_ROW_) LB_NATION_COUNT } lb_nation;
typedef enum lb_rank { LB_RANKS(LB_RANK_ROW_) LB_RANK_COUNT } lb_rank;
typedef enum lb_ability { LB_ABILITIES(LB_ABILITY_ROW_) LB_ABILITY_COUNT } lb_ability;
typedef enum lb_inspiration {
    LB_INSPIRATIONS(LB_INSPIRATION_ROW_) LB_INSPIRATION_COUNT
} lb_inspiration;
/// Numbers of bits: test with lb_has_trait.
typedef enum lb_leader_trait {
    LB_LEADER_TRAITS(LB_LEADER_TRAIT_ROW_) LB_LEADER_TRAIT_COUNT
} lb_leader_trait;
typedef enum lb_staff { LB_STAFFS(LB_STAFF_ROW_) LB_STAFF_COUNT } lb_staff;
typedef enum lb_scenario_formation {
    LB_SCENARIO_FORMATIONS(LB_SCENARIO_FORMATION_ROW_) LB_SCENARIO_FORMATION_COUNT
} lb_scenario_formation;
typedef enum lb_scenario_terrain {
    LB_SCENARIO_TERRAINS(LB_SCENARIO_TERRAIN_ROW_) LB_SCENARIO_TERRAIN_COUNT
} lb_scenario_terrain;
/// Numbers of bits: test with lb_has_trait.
typedef enum lb_scenario_state {
    LB_SCENARIO_STATES(LB_SCENARIO_STATE_ROW_) LB_SCENARIO_STATE_COUNT
} lb_scenario_state;
/// Numbers of bits: test with lb_has_trait.
typedef enum lb_scenario_brigade_state {
    LB_SCENARIO_BRIGADE_STATES(LB_SCENARIO_BRIGADE_ROW_) LB_SCENARIO_BRIGADE_STATE_COUNT
} lb_scenario_brigade_state;
/// Numbers of bits: test with lb_has_trait.
typedef enum lb_scenario_commander_state {
    LB_SCENARIO_COMMANDER_STATES(LB_SCENARIO_COMMANDER_ROW_) LB_SCENARIO_COMMANDER_STATE_COUNT
} lb_scenario_commander_state;
LB_STATIC_ASSERT((int)LB_SCENARIO_STATE_COUNT <= 32 && (int)LB_SCENARIO_BRIGADE_STATE_COUNT <= 32 &&
                     (int)LB_SCENARIO_COMMANDER_STATE_COUNT <= 32,
                 "a state is a bit of 32");
typedef enum lb_scenario_order {
    LB_SCENARIO_ORDERS(LB_SCENARIO_ORDER_ROW_) LB_SCENARIO_ORDER_COUNT
} lb_scenario_order;
typedef enum lb_scenario_activation {
    LB_SCENARIO_ACTIVATIONS(LB_SCENARIO_ACTIVATION_ROW_) LB_SCENARIO_ACTIVATION_COUNT
} lb_scenario_activation;
typedef enum lb_scenario_status {
    LB_SCENARIO_STATUSES(LB_SCENARIO_STATUS_ROW_) LB_SCENARIO_STATUS_COUNT
} lb_scenario_status;

#undef LB_ARM_ROW_
#undef LB_CLASS_ROW_
#undef LB_QUALITY_ROW_
#undef LB_TRAIT_ROW_
#undef LB_NATION_ROW_
#undef LB_RANK_ROW_
#undef LB_ABILITY_ROW_
#undef LB_INSPIRATION_ROW_
#undef LB_LEADER_TRAIT_ROW_
#undef LB_STAFF_ROW_
#undef LB_SCENARIO_FORMATION_ROW_
#undef LB_SCENARIO_TERRAIN_ROW_
#undef LB_SCENARIO_STATE_ROW_
#undef LB_SCENARIO_BRIGADE_ROW_
#undef LB_SCENARIO_COMMANDER_ROW_
#undef LB_SCENARIO_ORDER_ROW_
#undef LB_SCENARIO_ACTIVATION_ROW_
#undef LB_SCENARIO_STATUS_ROW_

/// Is bit number `trait` of a mask of traits or states set?
static inline bool lb_has_trait(uint64_t mask, uint32_t trait)
{
    return (mask >> trait & 1) != 0;
}

/// A place on the ground, in decimetres from the south-west corner.
typedef struct lb_scenario_point {
    int32_t x_dm, y_dm;
} lb_scenario_point;

/// Where a file says something, for complaints about it; 0 where no file does.
typedef struct lb_scenario_where {
    int32_t line, column;
} lb_scenario_where;

/// Where something stands.
typedef struct lb_scenario_stand {
    bool is_set; ///< false: not given; the muster finds a place (a unit: from its brigade's)
    lb_scenario_point at;
    uint16_t facing_deg; ///< 0 to 359
    uint8_t formation;   ///< lb_scenario_formation; ANY where it means nothing
} lb_scenario_stand;

/// What a figure belongs to.
typedef enum lb_figure_owner {
    LB_FIGURE_OF_UNIT,
    LB_FIGURE_OF_COMMANDER,
    LB_FIGURE_OWNER_COUNT
} lb_figure_owner;

/// A figure set for one sheet, instead of what its muster would work out.
typedef struct lb_scenario_figure {
    uint8_t owner;                ///< lb_figure_owner
    uint16_t number;              ///< which unit or commander
    int16_t value;                ///< within the range that the ruleset declares for the key
    char sheet[LB_SCENARIO_WORD]; ///< id of a ruleset, never just its beginning
    char key[LB_SCENARIO_WORD];   ///< of a row of the ruleset's `figures`
} lb_scenario_figure;

/// How large the ground is on the table by one sheet.
typedef struct lb_scenario_scale {
    char sheet[LB_SCENARIO_WORD]; ///< id of a ruleset
    int32_t ground_dm; ///< decimetres of ground to a table inch (napoleons-legacy: centimetre);
                       ///< 0: the sheet's own scale, shrunk to fit a playable table
    lb_scenario_where where;
} lb_scenario_scale;

enum { LB_SCENARIO_SCALES = 16 }; ///< one for each ruleset: LB_RULESETS_MAX

/// How battles between computer players came out by one sheet.
typedef struct lb_scenario_balance {
    char sheet[LB_SCENARIO_WORD];
    uint16_t battles;
    uint16_t wins[LB_SCENARIO_SIDES]; ///< together at most as many; the others were drawn
} lb_scenario_balance;

/// How long a turn is by one sheet, where the scenario says it.
typedef struct lb_scenario_minutes {
    char sheet[LB_SCENARIO_WORD];
    uint8_t minutes;
} lb_scenario_minutes;

enum { LB_SCENARIO_WEATHERS = 8, LB_SCENARIO_LEVELS = 8 };

/// How far one sees from a time on.
typedef struct lb_scenario_weather {
    char name[LB_SCENARIO_NAME]; ///< "Fog", "Rain", "Dusk"
    uint16_t minute;             ///< after midnight; with a clock
    uint8_t turn;                ///< without one
    int32_t sight_dm;            ///< 0: as far as the ground lets
} lb_scenario_weather;

typedef struct lb_scenario_unit {
    char name[LB_SCENARIO_NAME];
    uint8_t brigade; ///< its number
    uint8_t nation;  ///< lb_nation
    uint8_t arm;     ///< lb_arm, always that of its class
    uint8_t troop_class;
    uint8_t quality;   ///< lb_quality
    uint8_t pounder;   ///< artillery: weight of its main pieces' shot, 0 if not said
    uint16_t strength; ///< men, sabres or pieces at the start of the battle
    uint64_t traits;   ///< bits by lb_trait
    uint64_t without;  ///< bits of traits that it lacks although its kind has them
    lb_scenario_stand stand;
    lb_scenario_where where;

    // In a position, counted as the position's sheet counts:
    bool is_removed;  ///< off the table for good
    uint8_t left;     ///< 1 + the exit by which it has left; 0: it has not
    uint16_t losses;  ///< loss markers, bases knocked out, combat value lost
    uint16_t hits;    ///< hits short of the next loss
    uint32_t states;  ///< bits by lb_scenario_state
    uint8_t with;     ///< 1 + the brigade that it is attached to; 0: it is with its own
    uint8_t off_turn; ///< off the table until this turn; 0: it is not
} lb_scenario_unit;

/// An order that a brigade has, or that is on its way to it.
typedef struct lb_scenario_told {
    uint8_t order;     ///< lb_scenario_order
    uint8_t delay;     ///< delay markers
    uint8_t objective; ///< 1 + the objective that it names; 0: none
    uint8_t brigade;   ///< 1 + the brigade that it names; 0: none
    bool is_placed;    ///< it names a place
    lb_scenario_point place;
} lb_scenario_told;

typedef struct lb_scenario_brigade {
    char name[LB_SCENARIO_NAME];
    char corps[LB_SCENARIO_NAME]; ///< parent corps, wing or division; "" if none
    uint8_t side;                 ///< 0 or 1
    uint8_t commander;            ///< 1 + his number; 0: none
    uint8_t superior;             ///< 1 + number of whoever commands the parent; 0: the army's
    uint16_t first_unit;          ///< its units follow one another
    uint16_t unit_count;          ///< at least 1
    uint64_t traits;              ///< bits by lb_trait, of the brigade as a whole
    lb_scenario_told told;        ///< the order it begins with, or has in a position
    uint8_t lines;                ///< lines in which units without a place stand; 0: as fits
    uint8_t arrival_turn;         ///< 0: on the table from the start, or arrival_minute says
    uint16_t arrival_minute;      ///< by the clock, minutes after midnight; 0: arrival_turn says
    lb_scenario_stand stand;      ///< centre of its first line; if it arrives: the entry point, on
                                  ///< an edge of the ground, with the facing it enters by

    // In a position:
    uint8_t fatigue[LB_ARM_COUNT];           ///< markers by arm
    lb_scenario_told pending;                ///< an order that has not taken effect
    uint32_t states;                         ///< bits by lb_scenario_brigade_state
    int16_t mark[LB_SCENARIO_BRIGADE_MARKS]; ///< as the position's sheet numbers and counts them
    uint8_t status;                          ///< lb_scenario_status
    bool has_area;                           ///< it has a reformation area
    lb_scenario_point area;
} lb_scenario_brigade;

typedef struct lb_scenario_commander {
    char name[LB_SCENARIO_NAME];
    uint8_t side;
    uint8_t rank;        ///< lb_rank
    uint8_t ability;     ///< lb_ability
    uint8_t inspiration; ///< lb_inspiration
    uint8_t brigade;     ///< rank brigade: 1 + its number; otherwise 0
    uint8_t superior;    ///< 1 + number of the commander above him; 0: none
    uint32_t traits;     ///< bits by lb_leader_trait
    lb_scenario_stand stand;

    // In a position:
    bool is_removed;   ///< killed, captured or carried off
    uint8_t out_turn;  ///< turn in which he comes back; 0: he is there
    uint16_t attached; ///< 1 + number of the unit he is attached to; 0: none
    uint32_t states;   ///< bits by lb_scenario_commander_state
    int16_t mark[LB_SCENARIO_COMMANDER_MARKS]; ///< as the position's sheet numbers and counts them
} lb_scenario_commander;

typedef struct lb_scenario_side {
    char id[LB_SCENARIO_WORD]; ///< the word by which files name the side
    char name[LB_SCENARIO_NAME];
    uint8_t nation;    ///< lb_nation: the side's cards, colours and customs
    uint8_t staff;     ///< lb_staff
    uint8_t commander; ///< 1 + number of the army's commander; 0: none

    // In a position:
    int16_t mark[LB_SCENARIO_SIDE_MARKS]; ///< as the position's sheet numbers and counts them
    uint8_t break_percent; ///< of its army that it can lose before it breaks; 0: as the sheet says
} lb_scenario_side;

/// A piece of terrain: a polygon, or a line with a width.
typedef struct lb_scenario_piece {
    char name[LB_SCENARIO_NAME]; ///< "" if none
    uint8_t kind;                ///< lb_scenario_terrain
    bool is_line;
    uint8_t level;        ///< hill: 1 the lowest contour; others 0
    uint8_t point_count;  ///< polygon 3 or more, line 2 or more
    uint16_t first_point; ///< in `points`
    uint16_t width_dm;    ///< of a line
    lb_scenario_where where;
} lb_scenario_piece;

typedef struct lb_scenario_objective {
    char name[LB_SCENARIO_NAME];
    lb_scenario_point at;
    uint16_t radius_dm;
    uint8_t value;         ///< what it counts at the end, 1 if nothing is said
    uint8_t exit;          ///< 1 + the side whose units leave the ground here; 0: ground to hold
    uint8_t leavers;       ///< of an exit: units that have to leave, 1 if nothing is said
    uint8_t held_at_start; ///< 1 + side; 0: nobody
    uint8_t held;          ///< the same, now: in a position; otherwise as at the start
} lb_scenario_objective;

/// How well a side has done at the end. The first level of the list that holds is reached; without
/// any, the sheet's own result stands.
typedef struct lb_scenario_level {
    char name[LB_SCENARIO_NAME];
    uint8_t side;   ///< 1 + side that wins by it; 0: a draw
    uint8_t ground; ///< what its objectives have to count, its army being unbroken; 0: anything
    uint8_t breaks; ///< 1 + side whose army has to be broken; 0: none
} lb_scenario_level;

/// How far a battle has come.
typedef struct lb_scenario_position {
    bool is_set;                  ///< false: the battle has not begun
    char sheet[LB_SCENARIO_WORD]; ///< the sheet that counts its losses and names its phase
    uint8_t turn;                 ///< 1 for the first
    char phase[LB_SCENARIO_WORD]; ///< the sheet's word, "" for the beginning of the turn
    lb_scenario_where phase_where;
    uint8_t active; ///< side whose turn or phase it is
    uint8_t to_act; ///< side that has to do something now
} lb_scenario_position;

typedef struct lb_scenario {
    char id[LB_SCENARIO_WORD];
    char title[LB_SCENARIO_NAME];
    char source[LB_SCENARIO_TEXT]; ///< of the order of battle
    char place[LB_SCENARIO_NAME];
    char date[LB_SCENARIO_WORD];    ///< as people write it: 21 August 1808
    char outcome[LB_SCENARIO_TEXT]; ///< how the battle went in history; "" if not said
    uint16_t year;
    int32_t width_dm, height_dm; ///< of the ground, east-west and south-north
    lb_scenario_where ground_where;
    uint8_t turns;                     ///< 0: the clock says
    uint16_t start_minute, end_minute; ///< the clock, minutes after midnight; the same: none
    uint8_t first;                     ///< side that is active first
    uint16_t unit_count, figure_count, point_count;
    uint8_t brigade_count, commander_count, piece_count;
    uint8_t objective_count, note_count, scale_count, minutes_count, weather_count, level_count;
    uint8_t balance_count;
    lb_scenario_position position;
    lb_scenario_side sides[LB_SCENARIO_SIDES];
    lb_scenario_brigade brigades[LB_SCENARIO_BRIGADES]; ///< those of side 0 first
    lb_scenario_unit units[LB_SCENARIO_UNITS];          ///< brigade by brigade
    lb_scenario_commander commanders[LB_SCENARIO_COMMANDERS];
    lb_scenario_piece pieces[LB_SCENARIO_PIECES]; ///< later ones lie on top
    lb_scenario_point points[LB_SCENARIO_POINTS];
    lb_scenario_objective objectives[LB_SCENARIO_OBJECTIVES];
    lb_scenario_figure figures[LB_SCENARIO_FIGURES];
    lb_scenario_scale scales[LB_SCENARIO_SCALES];
    lb_scenario_minutes minutes[LB_SCENARIO_SCALES];
    lb_scenario_balance balance[LB_SCENARIO_SCALES];
    lb_scenario_weather weather[LB_SCENARIO_WEATHERS]; ///< in the order of time
    lb_scenario_level levels[LB_SCENARIO_LEVELS];
    char notes[LB_SCENARIO_NOTES][LB_SCENARIO_TEXT]; ///< special rules and remarks
} lb_scenario;

LB_END_DECLS
