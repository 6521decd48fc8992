import { createOpenApi } from '@foja/contracts/openapi'
import { describe, expect, it } from 'vitest'
import { describeFields, findRow, places } from './field-texts.ts'

const document = createOpenApi('/')

describe('the texts of fields', () => {
  it('are each of a field that exists', () => {
    const used = new Set<string>()
    describeFields(document, (path) => {
      const row = findRow(path)
      if (row !== undefined) used.add(row[0])
      return row?.[1]
    })
    expect(places.filter((place) => !used.has(place))).toEqual([])
  })

  it('stand in the OpenAPI document, which is otherwise the same', () => {
    const described = describeFields(document)
    const body = described.paths['/api/v1/list_solicitud_main_type/']?.['post']?.requestBody
    expect(body?.content['multipart/form-data']?.schema).toMatchObject({
      properties: { data: { properties: { id_solicitud_main: { description: expect.stringContaining('al azar') } } } },
    })
    expect(describeFields(document, () => undefined)).toEqual(document)
  })
})
