// Countries whose documents are drawn as foreign specimens: how their numbers look, and common names there.

export interface ForeignCountry {
  /** As in an MRZ, before the fillers. */
  readonly code: string
  readonly name: string
  readonly nationality: string
  readonly authority: string
  readonly passportTitle: string
  /** Undefined where no identity card of this size is issued. */
  readonly cardTitle?: string
  /** `A` a letter, `9` a digit, anything else itself. */
  readonly number: string
  readonly surnames: readonly string[]
  readonly men: readonly string[]
  readonly women: readonly string[]
  readonly towns: readonly string[]
}

const list = (text: string): readonly string[] => text.split(';')

export const FOREIGN_COUNTRIES: readonly ForeignCountry[] = [
  {
    code: 'D',
    name: 'BUNDESREPUBLIK DEUTSCHLAND',
    nationality: 'DEUTSCH',
    authority: 'STADT KÖLN',
    passportTitle: 'REISEPASS / PASSPORT / PASSEPORT',
    cardTitle: 'PERSONALAUSWEIS / IDENTITY CARD',
    number: 'C9XH9K9T9',
    surnames: list('Müller;Schröder;Großmann;Weiß;Jäger;Böhm;Lehmann-Krüger;von der Heide'),
    men: list('Jürgen;Hans Peter;Björn;Matthias;Karl-Heinz'),
    women: list('Jördis;Anna Sophie;Käthe;Renate;Marie-Luise'),
    towns: list('KÖLN;MÜNCHEN;LÜBECK;DRESDEN'),
  },
  {
    code: 'FRA',
    name: 'RÉPUBLIQUE FRANÇAISE',
    nationality: 'FRANÇAISE',
    authority: 'PRÉFECTURE DU RHÔNE',
    passportTitle: 'PASSEPORT / PASSPORT',
    cardTitle: "CARTE NATIONALE D'IDENTITÉ / IDENTITY CARD",
    number: '99AA99999',
    surnames: list("Lefèvre;D'Aubigné;Noël;Béranger;Saint-Étienne;Gauthier;Œuvrard"),
    men: list('Jean-François;René;Éric;Thibault;Loïc'),
    women: list('Hélène;Anne-Sophie;Zoé;Françoise;Maëlle'),
    towns: list('LYON;ORLÉANS;BESANÇON;NÎMES'),
  },
  {
    code: 'ESP',
    name: 'REINO DE ESPAÑA',
    nationality: 'ESP',
    authority: 'DIR. GRAL. POLICÍA',
    passportTitle: 'PASAPORTE / PASSPORT',
    cardTitle: 'DOCUMENTO NACIONAL DE IDENTIDAD',
    number: 'AAA999999',
    surnames: list('García Núñez;Muñoz Peña;López Ibáñez;Fernández de la Torre;Ordóñez Ríos'),
    men: list('José Luis;Íñigo;Andrés;Ramón María'),
    women: list('María del Carmen;Begoña;Inés;Concepción'),
    towns: list('LOGROÑO;MÁLAGA;A CORUÑA;CÁDIZ'),
  },
  {
    code: 'POL',
    name: 'RZECZPOSPOLITA POLSKA',
    nationality: 'POLSKIE',
    authority: 'WOJEWODA MAŁOPOLSKI',
    passportTitle: 'PASZPORT / PASSPORT',
    cardTitle: 'DOWÓD OSOBISTY / IDENTITY CARD',
    number: 'AAA999999',
    surnames: list('Wiśniewski;Wójcik;Łukaszewicz;Żak;Dąbrowska-Śliwa;Jabłoński'),
    men: list('Michał;Łukasz;Stanisław;Paweł Jan'),
    women: list('Małgorzata;Elżbieta;Bożena;Zofia Anna'),
    towns: list('ŁÓDŹ;KRAKÓW;POZNAŃ;GDAŃSK'),
  },
  {
    code: 'SWE',
    name: 'SVERIGE',
    nationality: 'SVENSK',
    authority: 'POLISMYNDIGHETEN',
    passportTitle: 'PASS / PASSPORT',
    cardTitle: 'NATIONELLT IDENTITETSKORT',
    number: 'AA9999999',
    surnames: list('Åkesson;Björklund;Sjöström;Öberg;Lindqvist'),
    men: list('Göran;Åke;Sören;Karl Magnus'),
    women: list('Märta;Åsa;Ingegärd;Anna Linnéa'),
    towns: list('MALMÖ;GÖTEBORG;VÄSTERÅS;UMEÅ'),
  },
  {
    code: 'NLD',
    name: 'KONINKRIJK DER NEDERLANDEN',
    nationality: 'NEDERLANDSE',
    authority: 'BURG. VAN UTRECHT',
    passportTitle: 'PASPOORT / PASSPORT',
    cardTitle: 'IDENTITEITSKAART / IDENTITY CARD',
    number: 'AAAA9AA99',
    surnames: list("De Bruijn;Van 't Hof;Dijkstra;Van den Berg;Meijer"),
    men: list('Willem Jan;Daniël;Pieter;Cornelis Johannes'),
    women: list('Zoë;Annelies;Geertruida Maria;Loes'),
    towns: list('UTRECHT;ZWOLLE;LEIDEN;HEERLEN'),
  },
  {
    code: 'USA',
    name: 'UNITED STATES OF AMERICA',
    nationality: 'UNITED STATES OF AMERICA',
    authority: 'United States Department of State',
    passportTitle: 'PASSPORT / PASSEPORT / PASAPORTE',
    number: '999999999',
    surnames: list("Johnson;O'Malley;Washington;Smith-Reyes;McAllister"),
    men: list('Robert James;Tyrone;William Henry;Joshua'),
    women: list('Mary Elizabeth;Ashley;Latisha;Jennifer Ann'),
    towns: list('OHIO, U.S.A.;TEXAS, U.S.A.;MAINE, U.S.A.'),
  },
  {
    code: 'GBR',
    name: 'UNITED KINGDOM OF GREAT BRITAIN AND NORTHERN IRELAND',
    nationality: 'BRITISH CITIZEN',
    authority: 'HMPO',
    passportTitle: 'PASSPORT / PASSEPORT',
    number: '999999999',
    surnames: list("Featherstonehaugh-Cholmondeley;Brown;O'Connor;Llewellyn;MacDonald"),
    men: list('Alexander George Montgomery;Ian;Rhys;Oliver'),
    women: list('Charlotte Wilhelmina Victoria;Siân;Fiona;Amelia'),
    towns: list('LEEDS;CARDIFF;INVERNESS;BELFAST'),
  },
  {
    code: 'KOR',
    name: 'REPUBLIC OF KOREA',
    nationality: 'REPUBLIC OF KOREA',
    authority: 'MINISTRY OF FOREIGN AFFAIRS',
    passportTitle: 'PASSPORT',
    number: 'M99999999',
    surnames: list('KIM;LEE;PARK;CHOI;JEONG'),
    men: list('MINJUN;DONG HYUN;JI HOON;SEONG-HO'),
    women: list('SEO YEON;JI WOO;HYE-JIN;EUN BI'),
    towns: list('SEOUL;BUSAN;INCHEON'),
  },
  {
    code: 'CHN',
    name: "PEOPLE'S REPUBLIC OF CHINA",
    nationality: 'CHINESE',
    authority: 'National Immigration Administration, PRC',
    passportTitle: 'PASSPORT',
    number: 'E99999999',
    surnames: list('WANG;LI;ZHANG;LÜ;OUYANG'),
    men: list('WEI;JIANGUO;HAORAN;ZHIQIANG'),
    women: list('FANG;XIULAN;MEILI;YUTONG'),
    towns: list('GUANGXI;YUNNAN;GUANGDONG'),
  },
]
