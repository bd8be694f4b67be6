/**
 * The commonest words of each language, folded as the index folds them. They weigh little in a question, and they are how the language
 * of a text is told. Lists are our own, short on purpose: function words only, so that a word left out costs a little time and a word
 * put in wrongly would cost answers.
 */
const STOP_WORDS: { readonly [language: string]: string } = {
  en: "a about after all also am an and any are as at be because been before being both but by can could did do does doing during each for from had has have having he her here him his how i if in into is it its itself just me more most my no nor not of off on once only or other our out over she should so some such than that the their them then there these they this those through to too under until up upon us very was we were what when where whether which while who whom whose why will with would you your",
  de: "aber alle als also am an andere auch auf aus bei bis bin da dann das dass dem den denn der des dessen die dies diese diesem diesen dieser dieses doch du durch ein eine einem einen einer eines er es etwas euer fur gegen hat hatte hatten hier ich ihm ihn ihr ihre ihrem ihren ihrer im in ist ja jede jeder jedes kann kein keine konnen konnte man mehr mit muss nach nicht noch nur ob oder ohne sehr sein seine seinem seinen seiner seit sich sie sind so soll sowie uber um und uns unter viel viele vom von vor wahrend wann war waren warum was wegen weil welche welchem welchen welcher welches wenn wer werden wie wieder will wir wird wo worden wurde wurden zu zum zur zwischen",
  fr: "a afin ainsi alors apres au aucun aussi autre autres aux avait avant avec avoir c car ce cela celle celui ces cet cette ceux chaque comme comment d dans de depuis des dont du elle elles en encore entre est et etaient etait etant ete etre eu fut il ils j jusqu l la le lequel les leur leurs lors lorsque lui m ma mais me meme mes moins mon n ne ni nos notre nous on ont ou par parce pas pendant peu peut plus pour pourquoi qu quand que quel quelle quelles quels qui quoi s sa sans se selon sera ses si soit son sont sous sur ta te tous tout toute toutes tres tu un une vos votre vous y",
  es: "a al algo alguna algunas alguno algunos ante antes aquel asi aun aunque bajo bien cada como con contra cual cuales cuando cuanto cuantos de del desde despues donde dos durante e el ella ellas ellos en entre era eran es esa ese eso esta estaba estan estas este esto estos fue fueron ha habia han hasta hay la las le les lo los mas me mi mientras muy nada ni no nos o otra otras otro otros para pero por porque pues que quien quienes se sea segun ser si sido sin sino sobre solo son su sus tambien tanto te tiene tienen todo todos tras tu un una uno unos y ya yo",
  it: "a agli ai al alla alle allo anche ancora avere aveva c che chi ci come con contro cosa cui d da dagli dai dal dalla dalle dallo degli dei del dell della delle dello di dopo dove e ed era erano essere fra fu gli ha hanno ho i il in io l la le lei li lo loro lui ma mentre mi molto ne nei nel nell nella nelle nello no noi non o ogni per perche piu poi prima quale quali quando quanti quanto quella quelle quello questa queste questi questo qui se senza si sia sono stata stati stato su sua sue sugli sui sul sulla sulle suo suoi tra tutti tutto un una uno",
  pt: "a ainda ao aos apos as assim ate com como contra da das de depois do dos durante e ela elas ele eles em entre era eram essa esse esta estava este foi foram ha isso isto ja la lhe mais mas mesmo muito na nao nas nem no nos num numa o onde os ou para pela pelas pelo pelos pode por porque qual quais quando quantos quanto que quem sao se seja sem ser seu seus so sobre sua suas tambem te tem tinha todos um uma umas uns voce",
  nl: "aan achter al alle alleen als altijd andere bij binnen daar dan dat de der deze die dit doen door dus echter een en er ge geen haar had hadden heb hebben heeft hem het hier hij hoe hoeveel hun iets ik in is ja je kan kon kunnen maar meer men met mij mijn moet na naar niet nog nu of om omdat ons onder ook op over sinds te tegen toch toen tot tussen uit van veel voor vooral waar waarom wanneer waren was wat we wel welk welke werd werden wie wij worden wordt zal ze zich zij zijn zo zoals zonder zou",
  sv: "alla allt an andra att av blev bli blir da de den denna dess dessa det detta dig dom du efter eller en ett fick for fran genom ha hade han hans har hon hur i icke inom inte ja jag kan kunde man med mellan men mer mig min mot mycket nagon nar nej ni nu och om oss pa sa sedan sig sin sina sitt ska skulle som till under upp ut utan vad var vara varit vem vi vid vilka vilken vilket",
  da: "af alle alt anden at blev blive bliver da de dem den denne der deres det dette dig din disse dog du efter eller en end er et for fra ham han hans har havde have hende hun hvad hvem hvilke hvilken hvis hvor hvordan hvornar i ikke ind ja jeg kan kunne man mange med meget mellem men mere mig min mod ned noget nogle nu nar og ogsa om op os over pa sa selv ses sig sin skal skulle som til ud under var ved vi vil ville vaere vaeret",
  no: "alle at av bare begge ble blei bli blir da de deg den denne der deres det dette dette di din disse du eg ei eller en enn er et ett etter fordi for fra fram ha hadde han hans har hennes her hun hva hvem hver hvilke hvilken hvis hvor hvordan hvorfor i ikke inn ja jeg kan kunne kva man mange med mellom men mer mot mye ma na nar ned noe noen nei og ogsa om opp oss over pa sa seg selv sin skal skulle slik som til ut uten var ved vi vil ville vaere vaert",
  fi: "ei eika eivat eli en ennen enta ette etta han hanen hanta he heidan hyvin ilman itse ja jo joiden joihin joissa joita joka jolla jolle jonka jos joskus jossa josta jota jotka jotta kaikki kanssa kautta kuin kuinka kuitenkin kun kunnes koska lisaksi me meidan mika miksi millainen milloin mina minka missa mista mita mukaan mutta myos nain ne niiden niin niita noin nyt ole olen oli olivat olla olleet ollut on ovat pois se sen seka siella sina sita sitten tai taman tama tassa tasta tata te tuo vaan vai vain vaikka vastaan viela voi",
  hu: "a ahol ami amely amelyek amikor aki akik alatt az azok azon azonban azt be cak csak de e egy egyik el ellen elso en es ez ezek ezen ezt fel fele felett hanem hany hogy hogyan ha hiszen igen igy ill is itt ket ki kell kozott le legyen lehet lesz lett mar meg mely melyek mert mi mikor mint minden mit mivel most nagy nagyon ne nem nincs o ok olyan ott pedig s sem sok szerint szamara tehat tobb tovabba ugy utan vagy valamint van vannak volt voltak",
  ro: "a acea aceasta aceasta acest aceste acesta acestea acestei acestui acum ai al ale alt alta am ar are as asta astfel au avea avut ca cand care caruia cat cate catre ce cel cele cei cine cu cum da dar de deci despre din dintre doar dupa ea ei el ele era erau este eu exista fi fie fiind foarte fost iar ii il in inainte intr intre isi la le lor lui ma mai mult ne nici noi nu o ori pe pentru peste pot prin sa sale sau sunt te toate toti tot un una unde unei unele unor unui va vor",
  tr: "acaba ama ancak arasinda artik asla az bana bazi belki ben beni bile bir biri birkac biz boyle bu buna bunda bundan bunlar bunu bunun cok cunku da daha dahi de defa degil diye dolayi fakat gibi gore hala hangi hangisi hem hep hepsi her hic icin icinde ile ise iste kac kadar karsi ki kim kimin mi mu nasil ne neden nedir nerede o olan olarak oldu oldugu olmak olup on ona ondan onlar onu onun sadece sanki sen sey siz sonra su tarafindan tum uzere var ve veya ya yani yok zaman",
  pl: "a aby ale albo ani az bardzo bez bo byc byl byla bylo byly bedzie co czy czyli dla do gdy gdzie go i ich ile im innych inne ja jak jaki jakie jako je jednak jego jej jest jesli juz kiedy kto ktora ktore ktorego ktorej ktory ktorych ktorym ktorzy lub ma mi mial miedzy mimo moze mozna na nad nie nich niej niz o od oraz po pod podczas pomimo ponad poniewaz przed przez przy sa sie sobie swoje ta tak takie takze tam te tego tej ten to tu tych tylko tym u w we wiec wszystkich wszystkie z za ze zostal",
  ru: "а без более был была были было быть в вам вас во вот все всего всех вы где да даже для до его ее если есть еще же за здесь и из или им их к как какая какие какой когда которая которого которой которые который которых кто куда ли либо между меня мне может можно мой мы на над надо нас не него нее нет ни них но о об однако он она они оно от очень по под после потому почему при про с сам свои своих себя сколько со так также такой там то того тоже той только том ты у уже чего чем через что чтобы эта эти этих это этого этой этом этот я",
  ar: "في من على الي الى عن مع هذا هذه ذلك تلك التي الذي الذين ان انه انها كان كانت يكون قد لا لم لن ما ماذا متى اين كيف كم هل هو هي هم او ثم بعد قبل بين كل بعض غير حتى اذا عند عندما منذ خلال حيث كما لكن لقد بل ايضا به بها له لها فيه فيها عليه عليها منه منها وهو وهي ومن وفي وقد وكان وكانت اي بان لان مما فان التى دون حول تم نحو ذات اكثر",
};

/** Languages with a list of stop words, in the order in which a tie is decided. At most 24, so that they fit a bit mask. */
export const LISTED_LANGUAGES: readonly string[] = Object.keys(STOP_WORDS);

/** The stop words of a language as the list has them, parted by spaces. */
export function stopWordList(language: string): string {
  return Object.hasOwn(STOP_WORDS, language) ? (STOP_WORDS[language] as string) : "";
}

const sets = new Map<string, ReadonlySet<string>>();

/** The stop words of a language; empty for a language without a list. */
export function stopWordsOf(language: string): ReadonlySet<string> {
  let words = sets.get(language);
  if (words === undefined) {
    words = new Set(stopWordList(language).split(" "));
    sets.set(language, words);
  }
  return words;
}

let masks: Map<string, number> | undefined;

/** For each stop word of any language, the languages it belongs to: bit i stands for `LISTED_LANGUAGES[i]`. */
export function stopWordMasks(): ReadonlyMap<string, number> {
  if (masks === undefined) {
    masks = new Map();
    for (const [bit, language] of LISTED_LANGUAGES.entries()) {
      for (const word of stopWordsOf(language)) masks.set(word, (masks.get(word) ?? 0) | (1 << bit));
    }
  }
  return masks;
}
