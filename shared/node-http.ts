/**
 * HTTP of Node, without what an `import` of it loads besides: the namespace of the module has the WebSocket of browsers,
 * for which Node loads a second HTTP client that takes 16 MiB.
 */
export const http = process.getBuiltinModule('node:http')
