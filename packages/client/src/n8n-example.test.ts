import { readFileSync } from 'node:fs'
import { endpoints } from '@foja/contracts/endpoints'
import type { Endpoint } from '@foja/contracts/endpoint'
import { signingRequestStatuses } from '@foja/contracts/request-states'
import * as z from 'zod/mini'
import { describe, expect, it } from 'vitest'

type Node = { id: string; name: string; type: string; typeVersion: number; position: number[]; parameters: Parameters }
type Parameters = {
  method?: string
  url?: string
  genericAuthType?: string
  contentType?: string
  jsonBody?: string
  bodyParameters?: { parameters: { name: string; value?: string; inputDataFieldName?: string }[] }
  options?: { binaryPropertyName?: string }
  conditions?: { conditions: { leftValue: string; rightValue: string }[] }
  assignments?: { assignments: { name: string; value: string }[] }
}
type Workflow = { nodes: Node[]; connections: Record<string, { main: { node: string }[][] }> }

const workflow = JSON.parse(
  readFileSync(new URL('../../../docs/ejemplos/n8n-pedir-firmas.json', import.meta.url), 'utf8'),
) as Workflow
const calls = workflow.nodes.filter(({ type }) => type === 'n8n-nodes-base.httpRequest')

/** The call of the contract that a node makes. */
function endpointOf({ parameters: { method, url = '', contentType } }: Node): Endpoint | undefined {
  const path = url.replace(/^=\{\{ \$\('Datos'\)\.item\.json\.origen \}\}/, '').replace(/\{\{[^}]+\}\}/g, '{id}')
  const isForm = contentType === 'multipart-form-data'
  return endpoints.find((one) => one.method === method && one.path === path && (one.multipart !== undefined) === isForm)
}

/** Evaluates an expression of n8n, as it does: JavaScript between braces. */
function evaluate(expression: string, json: object, data: object): unknown {
  const code = /^=\{\{([^]*)\}\}$/.exec(expression)?.[1] ?? ''
  // oxlint-disable-next-line typescript/no-implied-eval, no-new-func -- the expressions of our own file
  return new Function('$json', '$', `return (${code})`)(json, () => ({ item: { json: data } })) as unknown
}

const data = () => {
  const { assignments } = workflow.nodes.find(({ name }) => name === 'Datos')!.parameters.assignments!
  const body = { titulo: 'Arriendo', nombre: 'Ana Torres', email: 'ana@cliente.example' }
  return Object.fromEntries(
    assignments.map(({ name, value }) => [name, value.startsWith('=') ? evaluate(value, { body }, {}) : value]),
  )
}

describe('the example of n8n', () => {
  it('calls what the contract has, with a key', () => {
    expect(calls.map((node) => endpointOf(node)?.name)).toEqual([
      'createSolicitudMain',
      'createSigningRequest',
      'detailsSigningRequest',
      'downloadDocument',
    ])
    expect(new Set(calls.map(({ parameters }) => parameters.genericAuthType))).toEqual(new Set(['httpHeaderAuth']))
  })

  it('downloads the document only of a request that everyone signed', () => {
    const branch = (name: string) => workflow.connections[name]!.main.map((nodes) => nodes[0]!.node)
    const [condition] = workflow.nodes.find(({ name }) => name === 'Todos firmaron')!.parameters.conditions!.conditions
    expect([branch('Sigue abierto'), branch('Todos firmaron')]).toEqual([
      ['Esperar', 'Todos firmaron'],
      ['Bajar documento', 'Sin firmas'],
    ])
    expect(condition).toMatchObject({ leftValue: '={{ $json.status }}', rightValue: 'completada' })
    expect(signingRequestStatuses).toContain(condition!.rightValue)
  })

  it('sends what the contract accepts', () => {
    const [making, asking] = calls as [Node, Node]
    const [sent, file] = making.parameters.bodyParameters!.parameters
    const newCase = JSON.parse(evaluate(sent!.value!, data(), data()) as string) as object
    expect(z.safeParse(endpointOf(making)!.multipart!.data!, newCase).error).toBeUndefined()
    // With a form, the webhook of n8n numbers the names of its files: the name chosen, then 0 for the first.
    const { binaryPropertyName } = workflow.nodes[0]!.parameters.options!
    expect([sent!.name, file!.name, file!.inputDataFieldName]).toEqual(['data', 'files', `${binaryPropertyName}0`])
    const made = { solicitudes: [{ description: [{ id_documento: '3f6c1c1e-8a54-4c6e-9d0b-5a7d2f1e4b90' }] }] }
    const request = JSON.parse(evaluate(asking.parameters.jsonBody!, made, data()) as string) as object
    expect(z.safeParse(endpointOf(asking)!.body!, request).error).toBeUndefined()
  })

  it('connects nodes that exist, each with its place', () => {
    const names = workflow.nodes.map(({ name }) => name)
    const targets = Object.values(workflow.connections).flatMap(({ main }) => main.flat().map(({ node }) => node))
    expect(new Set([...targets, ...Object.keys(workflow.connections)])).toEqual(new Set(names))
    expect(new Set(workflow.nodes.map(({ id }) => id)).size).toBe(names.length)
    expect(workflow.nodes.every(({ position }) => position.length === 2)).toBe(true)
  })
})
