import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import type { Language } from '../i18n/language.ts'
import type { Texts } from '../i18n/es.ts'
import { TextsProvider } from '../i18n/texts.tsx'
import { ClientStateProvider } from '../lib/client-state.tsx'
import { SessionProvider } from '../lib/session.tsx'
import { startColorMode } from '../ui/theme/color-mode.ts'
import { Toaster } from '../ui/toaster.tsx'

type Props = {
  children: ReactNode
  queryClient: QueryClient
  texts?: { language: Language; texts: Texts } | undefined
}

/** The theme's colour mode follows the person's choice and the system for as long as the page lives. */
function Theme({ children }: { children: ReactNode }) {
  useEffect(startColorMode, [])
  return children
}

/** Round every page: the theme, the texts, the session, the shared client state, and what is known of the server. */
export function Providers({ children, queryClient, texts }: Props) {
  return (
    <Theme>
      <TextsProvider initial={texts}>
        <SessionProvider>
          <ClientStateProvider>
            <QueryClientProvider client={queryClient}>
              {children}
              <Toaster />
            </QueryClientProvider>
          </ClientStateProvider>
        </SessionProvider>
      </TextsProvider>
    </Theme>
  )
}
