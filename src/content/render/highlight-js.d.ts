/** Stands for the modules of highlight.js where the server is compiled: their own types refer to the browser's. */
// biome-ignore lint/suspicious/noExplicitAny: what the program uses of them is checked in the compilation of everything
declare const module: any
export default module
