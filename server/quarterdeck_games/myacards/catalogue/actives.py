"""The active entity cards of MYACARDS.

**The formula**: attack + defense + speed = 12 + 4 for each sacrifice + 2 for a Junior. Each of the three values is from
0 to 12.
"""

from quarterdeck_protocol.games.myacards import Kind

from quarterdeck_games.myacards.catalogue.lineages import LINEAGES
from quarterdeck_games.myacards.effects import Card
from quarterdeck_games.myacards.faces import id_of

BUDGET = 12
PER_SACRIFICE = 4
FOR_A_JUNIOR = 2


def points(card: Card) -> int:
    """Return the points of a card's attack, defense and speed by the formula."""
    return BUDGET + PER_SACRIFICE * card.sacrifices + FOR_A_JUNIOR * bool(card.junior_of)


def active(name: str, english: str, sacrifices: int, stats: tuple[int, int, int], lives: str, junior: str = "") -> Card:
    """Return an active card; `lives` names its habitats, separated by spaces."""
    return Card(
        id=id_of(name),
        name=name,
        kind=Kind.ACTIVE,
        english=english,
        sets=LINEAGES[name.split()[0]],
        affinities=tuple(lives.split()),
        attack=stats[0],
        defense=stats[1],
        speed=stats[2],
        sacrifices=sacrifices,
        junior_of=id_of(junior),
        text=f"Junior of {junior}." if junior else "",
    )


ACTIVES = (
    # Carnivora
    active("Panthera leo", "Lion", 1, (8, 5, 3), "grassland"),
    active("Panthera tigris", "Tiger", 1, (9, 4, 3), "forest river"),
    active("Panthera onca", "Jaguar", 0, (6, 4, 2), "forest river"),
    active("Panthera pardus", "Leopard", 0, (5, 3, 4), "forest grassland mountain"),
    active("Felis silvestris", "European wildcat", 0, (4, 4, 4), "forest"),
    active("Felis margarita", "Sand cat", 0, (4, 4, 4), "desert"),
    active("Acinonyx jubatus", "Cheetah", 0, (4, 2, 6), "grassland"),
    active("Canis lupus", "Grey wolf", 0, (5, 4, 3), "forest tundra mountain"),
    active("Canis latrans", "Coyote", 0, (6, 4, 4), "grassland desert settlement", "Canis lupus"),
    active("Lycaon pictus", "African wild dog", 0, (5, 3, 4), "grassland"),
    active("Vulpes vulpes", "Red fox", 0, (4, 4, 4), "forest grassland settlement"),
    active("Vulpes lagopus", "Arctic fox", 0, (5, 5, 4), "tundra coast", "Ursus maritimus"),
    active("Ursus arctos", "Brown bear", 1, (8, 6, 2), "forest mountain river"),
    active("Ursus maritimus", "Polar bear", 1, (9, 5, 2), "tundra coast"),
    active("Ursus americanus", "American black bear", 0, (5, 5, 2), "forest mountain"),
    active("Crocuta crocuta", "Spotted hyena", 0, (7, 4, 3), "grassland", "Panthera leo"),
    active("Lontra canadensis", "North American river otter", 0, (4, 5, 3), "river"),
    active("Enhydra lutris", "Sea otter", 0, (3, 6, 3), "coast"),
    active("Gulo gulo", "Wolverine", 0, (5, 5, 2), "tundra forest mountain"),
    active("Phoca vitulina", "Harbour seal", 0, (3, 5, 4), "coast"),
    active("Mirounga leonina", "Southern elephant seal", 1, (7, 8, 1), "coast"),
    # Artiodactyla
    active("Bison bison", "American bison", 1, (7, 8, 1), "grassland"),
    active("Bison bonasus", "European bison", 0, (7, 6, 1), "forest", "Bison bison"),
    active("Syncerus caffer", "African buffalo", 1, (8, 7, 1), "grassland"),
    active("Connochaetes taurinus", "Blue wildebeest", 0, (5, 5, 4), "grassland", "Equus quagga"),
    active("Capra ibex", "Alpine ibex", 0, (4, 5, 3), "mountain"),
    active("Capra falconeri", "Markhor", 0, (5, 5, 2), "mountain"),
    active("Cervus elaphus", "Red deer", 0, (4, 5, 3), "forest mountain"),
    active("Cervus nippon", "Sika deer", 0, (6, 5, 3), "forest", "Cervus elaphus"),
    active("Cervus canadensis", "Wapiti", 0, (4, 5, 3), "forest mountain"),
    active("Rangifer tarandus", "Reindeer", 0, (3, 5, 4), "tundra"),
    active("Giraffa camelopardalis", "Northern giraffe", 1, (5, 9, 2), "grassland"),
    active("Hippopotamus amphibius", "Hippopotamus", 2, (10, 9, 1), "river"),
    active("Orcinus orca", "Orca", 2, (11, 4, 5), "coast deep-sea"),
    active("Tursiops truncatus", "Common bottlenose dolphin", 0, (4, 4, 4), "coast deep-sea"),
    active("Tursiops aduncus", "Indo-Pacific bottlenose dolphin", 0, (6, 4, 4), "coast reef", "Tursiops truncatus"),
    active("Balaenoptera musculus", "Blue whale", 3, (9, 12, 3), "deep-sea"),
    active("Balaenoptera physalus", "Fin whale", 1, (7, 8, 3), "deep-sea", "Balaenoptera musculus"),
    active("Physeter macrocephalus", "Sperm whale", 3, (12, 9, 3), "deep-sea"),
    # Perissodactyla
    active("Equus quagga", "Plains zebra", 0, (2, 5, 5), "grassland"),
    active("Equus ferus", "Wild horse", 0, (3, 4, 5), "grassland"),
    active("Equus grevyi", "Grevy’s zebra", 0, (5, 5, 4), "grassland desert", "Equus quagga"),
    active("Ceratotherium simum", "White rhinoceros", 2, (9, 10, 1), "grassland"),
    active("Diceros bicornis", "Black rhinoceros", 1, (9, 6, 1), "grassland desert"),
    active("Tapirus terrestris", "Lowland tapir", 0, (3, 6, 3), "forest river"),
    # Proboscidea
    active("Loxodonta africana", "African savanna elephant", 3, (11, 11, 2), "grassland"),
    active("Loxodonta cyclotis", "African forest elephant", 1, (9, 8, 1), "forest", "Loxodonta africana"),
    active("Elephas maximus", "Asian elephant", 2, (9, 9, 2), "forest grassland"),
    # Primates
    active("Gorilla gorilla", "Western gorilla", 1, (7, 7, 2), "forest"),
    active("Gorilla beringei", "Eastern gorilla", 1, (8, 8, 2), "forest mountain", "Gorilla gorilla"),
    active("Pan troglodytes", "Chimpanzee", 0, (5, 4, 3), "forest"),
    active("Pan paniscus", "Bonobo", 0, (5, 5, 4), "forest", "Pan troglodytes"),
    active("Pongo abelii", "Sumatran orangutan", 0, (4, 6, 2), "forest"),
    active("Papio anubis", "Olive baboon", 0, (4, 5, 3), "grassland forest"),
    active("Papio hamadryas", "Hamadryas baboon", 0, (5, 4, 3), "desert mountain"),
    # Chiroptera
    active("Pteropus vampyrus", "Large flying fox", 0, (3, 5, 4), "sky forest"),
    active("Desmodus rotundus", "Common vampire bat", 0, (5, 2, 5), "cave sky"),
    active("Myotis myotis", "Greater mouse-eared bat", 0, (4, 3, 5), "cave sky settlement"),
    active("Myotis daubentonii", "Daubenton’s bat", 0, (3, 3, 6), "cave sky river"),
    # Rodentia
    active("Castor fiber", "Eurasian beaver", 0, (2, 8, 2), "river forest"),
    active("Castor canadensis", "North American beaver", 0, (4, 9, 1), "river forest", "Castor fiber"),
    active("Hydrochoerus hydrochaeris", "Capybara", 0, (2, 7, 3), "river grassland"),
    # Accipitriformes and Falconiformes
    active("Aquila chrysaetos", "Golden eagle", 1, (8, 3, 5), "sky mountain"),
    active("Aquila heliaca", "Eastern imperial eagle", 0, (5, 3, 4), "sky grassland"),
    active("Haliaeetus leucocephalus", "Bald eagle", 0, (7, 3, 4), "sky river coast", "Ursus arctos"),
    active("Haliaeetus albicilla", "White-tailed eagle", 0, (5, 4, 3), "sky coast"),
    active("Harpia harpyja", "Harpy eagle", 1, (9, 3, 4), "sky forest"),
    active("Falco peregrinus", "Peregrine falcon", 1, (6, 1, 9), "sky mountain settlement"),
    active("Falco rusticolus", "Gyrfalcon", 0, (6, 2, 6), "sky tundra", "Falco peregrinus"),
    # Strigiformes
    active("Bubo bubo", "Eurasian eagle-owl", 0, (5, 4, 3), "sky forest mountain"),
    active("Bubo scandiacus", "Snowy owl", 0, (6, 4, 4), "sky tundra", "Bubo bubo"),
    active("Tyto alba", "Western barn owl", 0, (4, 3, 5), "sky settlement grassland"),
    # Sphenisciformes
    active("Aptenodytes forsteri", "Emperor penguin", 0, (2, 7, 3), "coast tundra"),
    active("Aptenodytes patagonicus", "King penguin", 0, (4, 7, 3), "coast", "Aptenodytes forsteri"),
    active("Pygoscelis adeliae", "Adélie penguin", 0, (3, 5, 4), "coast tundra"),
    active("Pygoscelis papua", "Gentoo penguin", 0, (4, 6, 4), "coast", "Pygoscelis adeliae"),
    # Reptilia
    active("Crocodylus niloticus", "Nile crocodile", 1, (9, 6, 1), "river"),
    active("Crocodylus porosus", "Saltwater crocodile", 2, (11, 8, 1), "river coast"),
    active("Alligator mississippiensis", "American alligator", 1, (8, 7, 1), "river"),
    active("Varanus komodoensis", "Komodo dragon", 1, (9, 5, 2), "forest grassland"),
    active("Ophiophagus hannah", "King cobra", 0, (7, 2, 3), "forest"),
    active("Python bivittatus", "Burmese python", 0, (6, 5, 1), "forest river"),
    # Chondrichthyes
    active("Carcharodon carcharias", "Great white shark", 2, (11, 5, 4), "coast deep-sea"),
    active("Isurus oxyrinchus", "Shortfin mako", 0, (4, 2, 6), "deep-sea"),
    active("Cetorhinus maximus", "Basking shark", 0, (1, 9, 2), "deep-sea coast"),
    active("Sphyrna mokarran", "Great hammerhead", 1, (9, 4, 3), "reef coast"),
    # Beyond the backbone
    active("Architeuthis dux", "Giant squid", 1, (8, 5, 3), "deep-sea"),
    active("Enteroctopus dofleini", "Giant Pacific octopus", 0, (4, 5, 3), "reef cave coast"),
    active("Vespa mandarinia", "Northern giant hornet", 0, (6, 2, 4), "forest sky"),
    active("Vespa crabro", "European hornet", 0, (7, 2, 5), "forest sky settlement", "Vespa mandarinia"),
    active("Anax imperator", "Emperor dragonfly", 0, (3, 2, 7), "river sky"),
    active("Lucanus cervus", "European stag beetle", 0, (4, 6, 2), "forest"),
)
