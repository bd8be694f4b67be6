/** English, German and French. Taken out of every question before any engine sees it, so that all search for the same words. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    "a about after all also an and any are as at be been before but by can could do does each for from had has have he her his how i if in " +
    "into is it its may more most must no nor not of on one only or other our out over shall she should so some such than that the their " +
    "them then there these they this those to under up upon was we were what when where which who will with within without would you your " +
    "aber als am an auch auf aus bei bis das dass dem den der des die durch ein eine einem einen einer eines er es für hat im in ist kann mit nach " +
    "nicht noch nur oder sich sie sind so soweit über um und unter von vor wenn werden wie wird zu zum zur " +
    "au aux avec ce ces dans de des du elle en est et il la le les leur ne ou par pas pour qu que qui sa se ses son sont sur un une"
  ).split(" "),
);
