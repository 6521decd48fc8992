import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { currentCompany } from './company-scope.ts'
import { DatabaseProblem } from './errors.ts'

/** The transaction of the current call chain, if any: see transaction.ts. */
export interface TransactionScope {
  open: boolean
}
export const currentTransaction = new AsyncLocalStorage<TransactionScope>()

/** More distinct texts (long `in` lists of all lengths) would fill the server's statement cache. */
const maxNames = 500

/** The role that connections take for the queries of one company; null until the database has its policies. */
export interface RowSecurity {
  role: string | null
}

/**
 * The pool for Kysely. A connection shows the rows of the company of the call chain that takes it. Statements with parameters are named, so that the server parses and plans each once per
 * connection. A query outside the open transaction of its call chain is refused: on the one connection of the embedded
 * database it would deadlock.
 */
export function namedPool(pool: pg.Pool, rowSecurity: RowSecurity = { role: null }): PostgresPool {
  const names = new Map<string, string>()
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  const shown = new WeakMap<pg.PoolClient, string | null>()

  /** Sets role and company of a connection, unless it has them. */
  async function show(client: pg.PoolClient, company: string | null): Promise<void> {
    if (rowSecurity.role === null || shown.get(client) === company) return
    // Unknown until it has succeeded.
    shown.delete(client)
    const role = company === null ? 'none' : rowSecurity.role
    await client.query({ name: 'show', text: setScope, values: [role, company ?? ''] })
    shown.set(client, company)
  }

  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      if (currentTransaction.getStore()?.open === true) {
        throw new DatabaseProblem('nested_query', 'a query outside of the transaction that is open here')
      }
      const client = await pool.connect().catch(refuse)
      try {
        await show(client, currentCompany())
      } catch (error) {
        client.release(true)
        refuse(error)
      }
      let named = clients.get(client)
      if (named === undefined) {
        named = nameStatements(client, names)
        clients.set(client, named)
      }
      return named
    },
  }
}

const setScope = `select set_config('role', $1, false), set_config('foja.company', $2, false)`

function nameStatements(client: pg.PoolClient, names: Map<string, string>): PostgresPoolClient {
  const query = (text: unknown, values?: readonly unknown[]): Promise<unknown> => {
    if (typeof text !== 'string') throw new TypeError('cursors are not supported')
    const parameters = [...(values ?? [])]
    const name = parameters.length === 0 ? undefined : nameOf(text, names)
    const answer =
      name === undefined ? client.query(text, parameters) : client.query({ name, text, values: parameters })
    return answer.catch(refuse)
  }
  return { query: query as PostgresPoolClient['query'], release: (destroy?: boolean) => client.release(destroy) }
}

/** Messages of `pg` without a code: broken connections and timeouts. */
const lost =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when)/

/** Errors of the operating system: server down, unknown host name, no route. */
function isOfTheSystem(error: Error): boolean {
  if (error instanceof AggregateError) return error.errors.some((one) => one instanceof Error && isOfTheSystem(one))
  return 'syscall' in error
}

function refuse(error: unknown): never {
  if (error instanceof Error && (lost.test(error.message) || isOfTheSystem(error))) {
    throw new DatabaseProblem('database_unreachable', 'the connection to the database is lost', { cause: error })
  }
  throw error
}

function nameOf(text: string, names: Map<string, string>): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= maxNames) return known
  const name = `q_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`
  names.set(text, name)
  return name
}
