import { runForCompany } from '@foja/db/company-scope'
import {
  OperationNodeTransformer,
  RawNode,
  type BinaryOperationNode,
  type KyselyPlugin,
  type OperationNode,
  type ReferenceNode,
} from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { createCase, startOffice } from '../../test/office.ts'
import { startTestServer } from '../../test/test-server.ts'

let removed = 0

/** Replaces conditions on a company by `true`, as if a developer had forgotten them. */
class Forgetful extends OperationNodeTransformer {
  #isCompany(node: OperationNode | undefined): boolean {
    if (node?.kind === 'RawNode') {
      const { sqlFragments, parameters } = node as RawNode
      return sqlFragments.join('') === '' && this.#isCompany(parameters[0])
    }
    if (node?.kind !== 'ReferenceNode') return false
    const { column } = (node as ReferenceNode).column as { column: { name: string } }
    return column.name === 'id_company'
  }

  #forget(): RawNode {
    removed += 1
    return RawNode.createWithSql('true')
  }

  protected override transformBinaryOperation(node: BinaryOperationNode): BinaryOperationNode {
    if (!this.#isCompany(node.leftOperand)) return super.transformBinaryOperation(node)
    return this.#forget() as unknown as BinaryOperationNode
  }

  protected override transformRaw(node: RawNode): RawNode {
    const [first] = node.parameters
    if (node.sqlFragments[1] !== ' = ' || !this.#isCompany(first)) return super.transformRaw(node)
    return this.#forget()
  }
}

const forgetful: KyselyPlugin = {
  transformQuery: ({ node }) => new Forgetful().transformNode(node),
  transformResult: async ({ result }) => result,
}

const listings = [
  '/api/v1/get_list_solicitud_main_type2/',
  '/api/v1/list_template/',
  '/api/v1/outbox/',
  '/api/v1/list_deleted/',
] as const

describe('a query without its company condition', async () => {
  const office = await startOffice()
  const { db } = office.server.deps
  const careless = await startTestServer({ db: db.withPlugin(forgetful), keys: office.server.deps.keys })
  for (const [caller, company] of [
    [office.gestor, office.company],
    [office.ajeno, office.otherCompany],
  ] as const) {
    const { document } = await createCase(caller, undefined, { titulo: `Caso de ${company}` })
    await createCase(caller, undefined, { titulo: `Otro de ${company}` })
    const id = randomUUID()
    const name = `Plantilla de ${company}`
    const base = { blob_key: id, size: 1, sha256: 'a'.repeat(64), paginas: 1, page_sizes: '[]' }
    await db
      .insertInto('template_base')
      .values({ ...base, pdf_path: id, id_company: company })
      .execute()
    const by = { created_by: caller.id, updated_by: caller.id }
    await db
      .insertInto('template')
      .values({ ...by, id, id_company: company, name })
      .execute()
    await db
      .insertInto('template_version')
      .values({ id_template: id, version: 1, name, locale: 'es', pdf_path: id, fields: '[]', created_by: caller.id })
      .execute()
    const texts = { locale: 'es', subject: `Correo de ${company}`, text: 't', html: 'h' }
    const recipients = JSON.stringify({ to: ['ana@foja.example'], cc: [] })
    await db
      .insertInto('email')
      .values({ id: randomUUID(), id_company: company, kind: 'document', status: 'held', recipients, ...texts })
      .execute()
    const gone = { deleted_at: new Date(), nombre: `Borrado de ${company}` }
    await db.updateTable('document').set(gone).where('id_documento', '=', document.id_documento).execute()
  }
  afterAll(async () => {
    await careless.close()
    await office.close()
  })

  it('returns rows of every company where the database does not limit them', async () => {
    const { db } = careless.deps
    const rows = await db.selectFrom('template').where('id_company', '=', office.company).select('name').execute()
    expect(rows).toHaveLength(2)
  })

  it.each(listings)('shows no row of another company in %s', async (path) => {
    removed = 0
    const response = await fetch(new URL(path, careless.origin), {
      headers: { authorization: `Bearer ${office.gestor.token}` },
    })
    const text = await response.text()
    expect(response.status, text).toBe(200)
    expect(removed).toBeGreaterThan(0)
    expect(text).toContain(office.company)
    expect(text).not.toContain(office.otherCompany)
  })

  it('shows no document of another company to a query without any condition', async () => {
    const { db } = office.server.deps
    const rows = await runForCompany(office.company, () => db.selectFrom('document').select('id_company').execute())
    expect(new Set(rows.map(({ id_company }) => id_company))).toEqual(new Set([office.company]))
  })
})
