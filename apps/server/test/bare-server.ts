import type { Database } from '@foja/db/schema'
import Fastify, { type FastifyInstance } from 'fastify'
import { CompiledQuery, type Kysely, type KyselyPlugin, type RootOperationNode } from 'kysely'

/** Kysely plugin that records queries; for `withPlugin`. */
export class Recorder implements KyselyPlugin {
  #nodes: RootOperationNode[] = []
  #isOn = false

  transformQuery({ node }: { node: RootOperationNode }): RootOperationNode {
    if (this.#isOn) this.#nodes.push(node)
    return node
  }

  transformResult<R>({ result }: { result: R }): Promise<R> {
    return Promise.resolve(result)
  }

  /** Records the queries that `work` makes, in place of earlier ones. */
  async record<T>(work: () => Promise<T>): Promise<T> {
    this.#nodes = []
    this.#isOn = true
    try {
      return await work()
    } finally {
      this.#isOn = false
    }
  }

  get length(): number {
    return this.#nodes.length
  }

  /** The recorded queries, compiled once. */
  compiled(db: Kysely<Database>): CompiledQuery[] {
    return this.#nodes.map((node) => {
      const { sql, parameters } = db.getExecutor().compileQuery(node, { queryId: 'recorded' })
      return CompiledQuery.raw(sql, [...parameters])
    })
  }
}

/** A server that only runs the recorded queries and answers `body` as JSON. */
export function bareServer(db: Kysely<Database>, recorder: Recorder, body: string): FastifyInstance {
  const app = Fastify()
  const queries = recorder.compiled(db)
  const answer: unknown = JSON.parse(body)
  app.get('/', async () => {
    for (const query of queries) await db.executeQuery(query)
    return answer
  })
  return app
}
