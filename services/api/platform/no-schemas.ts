import type { FastifyServerOptions } from 'fastify'

const compileNothing = () => (): never => {
  throw new TypeError('no route declares a schema to the framework')
}

/** Arguments are checked by their declarations: what the framework would load to check and write JSON stays unloaded. */
export const noSchemas: NonNullable<FastifyServerOptions['schemaController']> = {
  compilersFactory: { buildValidator: compileNothing, buildSerializer: compileNothing },
}
