/** The response of a server that refuses a call. */
export const refusal = (status: number) => ({
  status,
  headers: (status === 429 ? { 'retry-after': '75' } : {}) as Record<string, string>,
  contentType: 'application/problem+json',
  json: {
    type: '',
    title: '',
    status,
    detail: 'El servidor dice por qué.',
    code: 'internal_error',
    request_id: `K-${status}`,
  },
})
