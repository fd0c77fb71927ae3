/**
 * Node's module for HTTP. An import of its values would read all of its properties, and so load its client for WebSockets, which takes a
 * twentieth of the server's start.
 */
export const nodeHttp = process.getBuiltinModule('node:http')
