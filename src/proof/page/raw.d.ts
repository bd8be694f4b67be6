/** A file as its text, put into the bundle by the build. */
declare module "*?raw" {
  const text: string;
  export default text;
}
