/** Imports go down only, siblings never, drivers only in their adapter, adapters only where things are wired. */
const wiring = '^services/wiring/'
/** One file chooses between them. */
const drivers = '^services/wiring/drivers\\.ts$'
const adapters =
  '^shared/(event-store/(sqlite|eventstoredb)|documents/(memory|mongodb)|jobs/(in-process|bullmq))/'

module.exports = {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'shared-is-the-floor',
      severity: 'error',
      from: { path: '^shared/' },
      to: { path: '^(services|projections|workers|test|scripts|bench)/' },
    },
    {
      name: 'kernel-knows-nothing',
      severity: 'error',
      from: { path: '^shared/kernel/' },
      to: { path: '^shared/', pathNot: '^shared/((kernel|facts)/|limits/)' },
    },
    {
      name: 'facts-are-plain',
      severity: 'error',
      from: { path: '^shared/facts/' },
      to: {
        path: '^shared/',
        pathNot: '^shared/(facts/|members/|kernel/|limits/|event-store/port\\.ts$)',
      },
    },
    {
      name: 'rights-are-pure',
      severity: 'error',
      from: { path: '^shared/rights\\.ts$' },
      to: { pathNot: '^shared/((kernel|facts)/|documents/port\\.ts$)' },
    },
    {
      name: 'deciders-are-pure',
      severity: 'error',
      from: { path: '^services/.*/(decide|state)\\.ts$' },
      to: {
        pathNot: [
          '^services/(calendar|imports|accounts|site|subscriptions)/.*(decide|state|patch|schedule|changes|rules|commands)[a-z-]*\\.ts$',
          '^shared/((kernel|facts)/|limits/)',
        ],
      },
    },
    {
      name: 'aggregates-are-strangers',
      severity: 'error',
      from: { path: '^services/calendar/(event|venue|organizer|term)[./]' },
      to: {
        path: '^services/calendar/(event|venue|organizer|term)[./]',
        pathNot: '^services/calendar/$1[./]',
      },
    },
    {
      name: 'write-side-knows-no-http',
      severity: 'error',
      from: { path: '^services/(calendar|imports|images|accounts|site|subscriptions)/' },
      to: { path: '^services/(api|cli)/' },
    },
    {
      name: 'projections-know-only-facts',
      severity: 'error',
      from: { path: '^projections/' },
      to: { path: '^(services|workers)/' },
    },
    {
      name: 'projections-are-strangers',
      severity: 'error',
      from: { path: '^projections/([a-z-]+)/', pathNot: '^projections/(engine|items)/' },
      to: { path: '^projections/[a-z-]+/', pathNot: '^projections/($1|engine|items)/' },
    },
    {
      name: 'readers-ask-queries-only',
      severity: 'error',
      from: { path: '^(services|workers)/', pathNot: wiring },
      to: {
        path: '^projections/',
        pathNot: '^projections/([a-z-]+/queries|items/directory-queries|engine/(progress|checkpoints))\\.ts$',
      },
    },
    {
      name: 'workers-know-no-http',
      severity: 'error',
      from: { path: '^workers/' },
      to: { path: '^services/(api|cli)/' },
    },
    {
      name: 'services-know-no-workers',
      severity: 'error',
      from: { path: '^services/', pathNot: wiring },
      to: { path: '^workers/' },
    },
    {
      name: 'nothing-knows-the-wiring',
      severity: 'error',
      from: { path: '^(services|projections|workers|shared)/', pathNot: [wiring, '^services/cli/'] },
      to: { path: wiring },
    },
    {
      name: 'views-are-rendered-by-the-api-and-workers',
      severity: 'error',
      from: { path: '^services/', pathNot: ['^services/(api|views)/', wiring] },
      to: { path: '^services/views/' },
    },
    {
      name: 'views-know-no-http',
      severity: 'error',
      from: { path: '^services/views/' },
      to: { path: '^(services/(?!views/)|workers/)' },
    },
    {
      name: 'engine-knows-no-read-model',
      severity: 'error',
      from: { path: '^projections/engine/' },
      to: { path: '^projections/', pathNot: '^projections/engine/' },
    },
    {
      name: 'adapters-only-where-things-are-wired',
      severity: 'error',
      from: { path: '^(services|projections|workers|shared)/', pathNot: [drivers, adapters] },
      to: { path: adapters },
    },
    {
      name: 'sqlite-only-in-the-log',
      severity: 'error',
      from: { pathNot: '^shared/event-store/sqlite/' },
      to: { path: '^(node:)?sqlite$' },
    },
    {
      name: 'figures-only-in-their-place',
      severity: 'error',
      from: { path: '^(services|projections|workers|shared)/', pathNot: '^shared/metrics\\.ts$' },
      to: { path: 'node_modules/prom-client/' },
    },
    {
      name: 'redis-only-in-the-job-queue',
      severity: 'error',
      from: { path: '^(services|projections|workers|shared)/', pathNot: '^shared/jobs/bullmq/' },
      to: { path: 'node_modules/(bullmq|ioredis)/' },
    },
    {
      name: 'eventstoredb-only-in-the-log',
      severity: 'error',
      from: { pathNot: '^(shared/event-store/eventstoredb/|test/)' },
      to: { path: 'node_modules/@eventstore/' },
    },
    {
      name: 'mongodb-only-in-the-documents',
      severity: 'error',
      from: { pathNot: '^(shared/documents/mongodb/|test/)' },
      to: { path: 'node_modules/mongodb/' },
    },
    {
      name: 'fastify-only-in-the-api',
      severity: 'error',
      from: { pathNot: '^services/(api|wiring)/' },
      to: { path: 'node_modules/(fastify|@fastify)/' },
    },
    {
      name: 'pictures-are-opened-in-one-place',
      severity: 'error',
      from: { pathNot: '^(services/images/picture\\.ts$|test/)' },
      to: { path: 'node_modules/sharp/' },
    },
    {
      name: 'generations-are-strangers',
      severity: 'error',
      from: { path: '^services/api/(cal|calx)-v1/' },
      to: { path: '^services/api/calx?-v1/', pathNot: '^services/api/$1-v1/' },
    },
    {
      name: 'items-know-no-generation',
      severity: 'error',
      from: { path: '^services/api/items/' },
      to: {
        path: '^services/',
        pathNot: '^services/((calendar|accounts|images)/|handle\\.ts$|api/(items|platform)/)',
      },
    },
    {
      name: 'openapi-knows-no-generation',
      severity: 'error',
      from: { path: '^services/api/openapi/' },
      to: { path: '^services/', pathNot: '^services/api/(openapi|platform)/' },
    },
    {
      name: 'html-cleaning-only-in-the-kernel',
      severity: 'error',
      from: { pathNot: '^shared/kernel/html/' },
      to: { path: 'node_modules/sanitize-html/' },
    },
    {
      name: 'production-needs-no-development-package',
      severity: 'error',
      from: { path: '^(services|projections|workers|shared)/' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { conditionNames: ['import', 'node', 'types'], extensions: ['.ts', '.js'] },
  },
}
