import { z } from 'zod'

const Config = z
  .object({
    PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
    HOST: z.string().min(1).default('127.0.0.1'),
    /** The log and the operator socket live here. */
    DATA_DIR: z.string().min(1).default('./data'),
    /** Address without a trailing slash; default: http://HOST:PORT. */
    SITE_URL: z.url().optional(),
    SITE_NAME: z.string().min(1).default('Belltower'),
    SITE_TIMEZONE: z.string().default('UTC'),
    ROLE: z.enum(['all', 'api', 'projections', 'workers']).default('all'),
    EVENTSTORE_URL: z.string().startsWith('esdb').optional(),
    MONGODB_URL: z.string().startsWith('mongodb').optional(),
    REDIS_URL: z.string().startsWith('redis').optional(),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    SHUTDOWN_MS: z.coerce.number().int().positive().default(10_000),
    /** First start only: the first administrator. */
    ADMIN_USER: z.string().min(1).default('admin'),
    ADMIN_EMAIL: z.email().default('admin@localhost.localdomain'),
    ADMIN_PASSWORD: z.string().min(1).optional(),
    /** 24 letters or digits. */
    ADMIN_APPLICATION_PASSWORD: z
      .string()
      .regex(/^[A-Za-z0-9]{24}$/)
      .optional(),
  })
  .readonly()
export type Config = z.infer<typeof Config>

export class InvalidConfig extends Error {
  override readonly name = 'InvalidConfig'
}

/** The only reader of the environment. Empty values count as absent. Throws InvalidConfig naming every mistake. */
export const loadConfig = (env: Readonly<Record<string, string | undefined>>): Config => {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = Config.safeParse(given)
  if (parsed.success) return parsed.data
  throw new InvalidConfig(parsed.error.issues.map(i => `${i.path.join('.')}: ${i.message}`).join('\n'))
}

export const configNames = Object.keys(Config.unwrap().shape)
