import type { fillTemplate as endpoint } from '@foja/contracts/template-fills'
import { call, type CallOptions } from '../../../lib/api/call.ts'

export type TemplateToFill = CallOptions<typeof endpoint>['body']

/** Creates a document. A repeated `key` with the same content creates no second one. */
export const fillTemplate = (body: TemplateToFill) => call<typeof endpoint>('POST', '/api/v1/fill_template/', { body })
