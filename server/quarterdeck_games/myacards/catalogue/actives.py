"""The active entity cards.

**The formula**: attack + defense + speed = 12 + 4 for each sacrifice + 2 for a Junior. Each statistic is from 0 to 12.
"""

from quarterdeck_protocol.games.myacards import Kind

from quarterdeck_games.myacards.catalogue.lineages import LINEAGES
from quarterdeck_games.myacards.effects import Card

BUDGET = 12
PER_SACRIFICE = 4
FOR_A_JUNIOR = 2


def points(card: Card) -> int:
    """Give how many points the statistics of a card come to by the formula."""
    return BUDGET + PER_SACRIFICE * card.sacrifices + FOR_A_JUNIOR * bool(card.junior_of)


def id_of(name: str) -> str:
    return name.lower().replace(" ", "-").replace("’", "")


def active(name: str, english: str, sacrifices: int, stats: tuple[int, int, int], lives: str, junior: str = "") -> Card:
    """Give an active card; `lives` is where, with spaces between."""
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
    active("Panthera leo", "Lion", 1, (7, 5, 4), "grassland"),
    active("Panthera tigris", "Tiger", 1, (8, 4, 4), "forest river"),
    active("Panthera onca", "Jaguar", 0, (6, 3, 3), "forest river"),
    active("Panthera pardus", "Leopard", 0, (5, 2, 5), "forest grassland mountain"),
    active("Felis silvestris", "European wildcat", 0, (4, 3, 5), "forest"),
    active("Felis margarita", "Sand cat", 0, (4, 3, 5), "desert"),
    active("Acinonyx jubatus", "Cheetah", 0, (4, 1, 7), "grassland"),
    active("Canis lupus", "Grey wolf", 0, (5, 3, 4), "forest tundra mountain"),
    active("Canis latrans", "Coyote", 0, (5, 4, 5), "grassland desert settlement", "Canis lupus"),
    active("Lycaon pictus", "African wild dog", 0, (5, 2, 5), "grassland"),
    active("Vulpes vulpes", "Red fox", 0, (4, 3, 5), "forest grassland settlement"),
    active("Vulpes lagopus", "Arctic fox", 0, (4, 5, 5), "tundra coast", "Ursus maritimus"),
    active("Ursus arctos", "Brown bear", 1, (7, 6, 3), "forest mountain river"),
    active("Ursus maritimus", "Polar bear", 1, (8, 5, 3), "tundra coast"),
    active("Ursus americanus", "American black bear", 0, (5, 5, 2), "forest mountain"),
    active("Crocuta crocuta", "Spotted hyena", 0, (6, 4, 4), "grassland", "Panthera leo"),
    active("Lontra canadensis", "North American river otter", 0, (4, 4, 4), "river"),
    active("Enhydra lutris", "Sea otter", 0, (3, 6, 3), "coast"),
    active("Gulo gulo", "Wolverine", 0, (5, 5, 2), "tundra forest mountain"),
    active("Phoca vitulina", "Harbour seal", 0, (3, 5, 4), "coast"),
    active("Mirounga leonina", "Southern elephant seal", 1, (6, 8, 2), "coast"),
    # Artiodactyla
    active("Bison bison", "American bison", 1, (6, 8, 2), "grassland"),
    active("Bison bonasus", "European bison", 0, (6, 6, 2), "forest", "Bison bison"),
    active("Syncerus caffer", "African buffalo", 1, (7, 7, 2), "grassland"),
    active("Connochaetes taurinus", "Blue wildebeest", 0, (4, 5, 5), "grassland", "Equus quagga"),
    active("Capra ibex", "Alpine ibex", 0, (4, 5, 3), "mountain"),
    active("Capra falconeri", "Markhor", 0, (5, 4, 3), "mountain"),
    active("Cervus elaphus", "Red deer", 0, (4, 4, 4), "forest mountain"),
    active("Cervus nippon", "Sika deer", 0, (5, 5, 4), "forest", "Cervus elaphus"),
    active("Cervus canadensis", "Wapiti", 0, (4, 5, 3), "forest mountain"),
    active("Rangifer tarandus", "Reindeer", 0, (3, 5, 4), "tundra"),
    active("Giraffa camelopardalis", "Northern giraffe", 1, (4, 9, 3), "grassland"),
    active("Hippopotamus amphibius", "Hippopotamus", 2, (9, 9, 2), "river"),
    active("Orcinus orca", "Orca", 2, (10, 4, 6), "coast deep-sea"),
    active("Tursiops truncatus", "Common bottlenose dolphin", 0, (4, 3, 5), "coast deep-sea"),
    active("Tursiops aduncus", "Indo-Pacific bottlenose dolphin", 0, (5, 4, 5), "coast reef", "Tursiops truncatus"),
    active("Balaenoptera musculus", "Blue whale", 3, (8, 12, 4), "deep-sea"),
    active("Balaenoptera physalus", "Fin whale", 1, (6, 8, 4), "deep-sea", "Balaenoptera musculus"),
    active("Physeter macrocephalus", "Sperm whale", 3, (11, 9, 4), "deep-sea"),
    # Perissodactyla
    active("Equus quagga", "Plains zebra", 0, (2, 4, 6), "grassland"),
    active("Equus ferus", "Wild horse", 0, (3, 3, 6), "grassland"),
    active("Equus grevyi", "Grevy’s zebra", 0, (4, 5, 5), "grassland desert", "Equus quagga"),
    active("Ceratotherium simum", "White rhinoceros", 2, (8, 10, 2), "grassland"),
    active("Diceros bicornis", "Black rhinoceros", 1, (8, 6, 2), "grassland desert"),
    active("Tapirus terrestris", "Lowland tapir", 0, (3, 6, 3), "forest river"),
    # Proboscidea
    active("Loxodonta africana", "African savanna elephant", 3, (10, 11, 3), "grassland"),
    active("Loxodonta cyclotis", "African forest elephant", 1, (8, 8, 2), "forest", "Loxodonta africana"),
    active("Elephas maximus", "Asian elephant", 2, (8, 9, 3), "forest grassland"),
    # Primates
    active("Gorilla gorilla", "Western gorilla", 1, (6, 7, 3), "forest"),
    active("Gorilla beringei", "Eastern gorilla", 1, (7, 8, 3), "forest mountain", "Gorilla gorilla"),
    active("Pan troglodytes", "Chimpanzee", 0, (5, 3, 4), "forest"),
    active("Pan paniscus", "Bonobo", 0, (4, 5, 5), "forest", "Pan troglodytes"),
    active("Pongo abelii", "Sumatran orangutan", 0, (4, 6, 2), "forest"),
    active("Papio anubis", "Olive baboon", 0, (4, 4, 4), "grassland forest"),
    active("Papio hamadryas", "Hamadryas baboon", 0, (5, 3, 4), "desert mountain"),
    # Chiroptera
    active("Pteropus vampyrus", "Large flying fox", 0, (3, 4, 5), "sky forest"),
    active("Desmodus rotundus", "Common vampire bat", 0, (5, 1, 6), "cave sky"),
    active("Myotis myotis", "Greater mouse-eared bat", 0, (4, 2, 6), "cave sky settlement"),
    active("Myotis daubentonii", "Daubenton’s bat", 0, (3, 2, 7), "cave sky river"),
    # Rodentia
    active("Castor fiber", "Eurasian beaver", 0, (2, 8, 2), "river forest"),
    active("Castor canadensis", "North American beaver", 0, (3, 9, 2), "river forest", "Castor fiber"),
    active("Hydrochoerus hydrochaeris", "Capybara", 0, (2, 7, 3), "river grassland"),
    # Accipitriformes and Falconiformes
    active("Aquila chrysaetos", "Golden eagle", 1, (7, 3, 6), "sky mountain"),
    active("Aquila heliaca", "Eastern imperial eagle", 0, (5, 2, 5), "sky grassland"),
    active("Haliaeetus leucocephalus", "Bald eagle", 0, (6, 3, 5), "sky river coast", "Ursus arctos"),
    active("Haliaeetus albicilla", "White-tailed eagle", 0, (5, 3, 4), "sky coast"),
    active("Harpia harpyja", "Harpy eagle", 1, (8, 3, 5), "sky forest"),
    active("Falco peregrinus", "Peregrine falcon", 1, (5, 1, 10), "sky mountain settlement"),
    active("Falco rusticolus", "Gyrfalcon", 0, (5, 2, 7), "sky tundra", "Falco peregrinus"),
    # Strigiformes
    active("Bubo bubo", "Eurasian eagle-owl", 0, (5, 3, 4), "sky forest mountain"),
    active("Bubo scandiacus", "Snowy owl", 0, (5, 4, 5), "sky tundra", "Bubo bubo"),
    active("Tyto alba", "Western barn owl", 0, (4, 2, 6), "sky settlement grassland"),
    # Sphenisciformes
    active("Aptenodytes forsteri", "Emperor penguin", 0, (2, 7, 3), "coast tundra"),
    active("Aptenodytes patagonicus", "King penguin", 0, (3, 7, 4), "coast", "Aptenodytes forsteri"),
    active("Pygoscelis adeliae", "Adélie penguin", 0, (3, 5, 4), "coast tundra"),
    active("Pygoscelis papua", "Gentoo penguin", 0, (3, 6, 5), "coast", "Pygoscelis adeliae"),
    # Reptilia
    active("Crocodylus niloticus", "Nile crocodile", 1, (8, 6, 2), "river"),
    active("Crocodylus porosus", "Saltwater crocodile", 2, (10, 8, 2), "river coast"),
    active("Alligator mississippiensis", "American alligator", 1, (7, 7, 2), "river"),
    active("Varanus komodoensis", "Komodo dragon", 1, (8, 5, 3), "forest grassland"),
    active("Ophiophagus hannah", "King cobra", 0, (7, 1, 4), "forest"),
    active("Python bivittatus", "Burmese python", 0, (6, 4, 2), "forest river"),
    # Chondrichthyes
    active("Carcharodon carcharias", "Great white shark", 2, (10, 5, 5), "coast deep-sea"),
    active("Isurus oxyrinchus", "Shortfin mako", 0, (4, 1, 7), "deep-sea"),
    active("Cetorhinus maximus", "Basking shark", 0, (1, 9, 2), "deep-sea coast"),
    active("Sphyrna mokarran", "Great hammerhead", 1, (8, 4, 4), "reef coast"),
    # Beyond the backbone
    active("Architeuthis dux", "Giant squid", 1, (7, 5, 4), "deep-sea"),
    active("Enteroctopus dofleini", "Giant Pacific octopus", 0, (4, 5, 3), "reef cave coast"),
    active("Vespa mandarinia", "Northern giant hornet", 0, (6, 1, 5), "forest sky"),
    active("Vespa crabro", "European hornet", 0, (6, 2, 6), "forest sky settlement", "Vespa mandarinia"),
    active("Anax imperator", "Emperor dragonfly", 0, (3, 1, 8), "river sky"),
    active("Lucanus cervus", "European stag beetle", 0, (4, 6, 2), "forest"),
)
