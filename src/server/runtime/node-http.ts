import { isIPv6 } from 'node:net'

/**
 * Node's module for HTTP. An import of its values would read all of its properties, and so load its client for WebSockets, which takes a
 * twentieth of the server's start.
 */
export const nodeHttp = process.getBuiltinModule('node:http')

/** The address of a server that listens at a host, as a browser takes it. */
export const originOf = (host: string, port: number): string => `http://${isIPv6(host) ? `[${host}]` : host}:${port}`
