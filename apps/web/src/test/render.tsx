import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createQueryClient } from '../lib/api/query.ts'

/** Renders with an empty query cache of its own. */
export const renderWithQueries = (page: ReactNode) =>
  render(<QueryClientProvider client={createQueryClient()}>{page}</QueryClientProvider>)
