/** Types of the modules of highlight.js for the server: the package's types refer to the browser's. */
// biome-ignore lint/suspicious/noExplicitAny: what the program uses of them is checked in the compilation of everything
declare const module: any
export default module
