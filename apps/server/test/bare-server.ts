import type { Database } from '@foja/db/schema'
import Fastify, { type FastifyInstance } from 'fastify'
import { CompiledQuery, type Kysely, type KyselyPlugin, type RootOperationNode } from 'kysely'

/** Keeps what is asked of a database while it records; for `withPlugin`. */
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

  /** What is asked while `work` runs takes the place of what was recorded before. */
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

  /** The same statements, compiled once. */
  compiled(db: Kysely<Database>): CompiledQuery[] {
    return this.#nodes.map((node) => {
      const { sql, parameters } = db.getExecutor().compileQuery(node, { queryId: 'recorded' })
      return CompiledQuery.raw(sql, [...parameters])
    })
  }
}

/** A server that does nothing but ask the database what was recorded, and answer with `body` as JSON. */
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
