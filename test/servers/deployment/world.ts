import { inject, vi } from 'vitest'
import { deploy, type Deployment, type Launched } from '../../support/server-deployment.ts'

const [mongodbUrl, redisUrl] = [inject('mongodbUrl'), inject('redisUrl')]

export const hasServers = mongodbUrl !== null && redisUrl !== null

/** A job of a worker that was killed is taken up when its lock is over. */
export const LIMIT = { timeout: 300_000, interval: 200 }

/**
 * One deployment for all cases, each with a year and names of its own: two processes of each role when it begins. Whoever
 * kills some begins with `restore`.
 */
export class World {
  deployment!: Deployment
  apis!: readonly [Launched, Launched]
  workers: Launched[] = []
  feeders: Launched[] = []

  async start(): Promise<void> {
    this.deployment = await deploy(mongodbUrl ?? '', redisUrl ?? '', 7, { DELIVERY_NETWORKS: '127.0.0.1' })
    const { launch } = this.deployment
    // in whatever order
    const [one, worker, feeder, other] = await Promise.all([
      launch('api'),
      launch('workers'),
      launch('projections'),
      launch('api'),
    ])
    this.apis = [one, other]
    this.workers = [worker, await launch('workers')]
    this.feeders = [feeder, await launch('projections')]
    await this.ready()
  }

  get running(): readonly Launched[] {
    return [...this.apis, ...this.workers, ...this.feeders]
  }

  async ready(): Promise<void> {
    for (const { isReady } of this.running) await vi.waitFor(isReady, LIMIT)
  }

  /** kill -9 of the first of this role. */
  async kill(role: 'workers' | 'feeders'): Promise<void> {
    await this[role].shift()?.kill()
  }

  /** Two workers and two feeders again, whoever was killed by the case before, and however that ended. */
  async restore(): Promise<void> {
    const { launch } = this.deployment
    while (this.workers.length < 2) this.workers.push(await launch('workers'))
    while (this.feeders.length < 2) this.feeders.push(await launch('projections'))
    await this.ready()
  }

  async end(): Promise<void> {
    await this.deployment.end()
  }
}
