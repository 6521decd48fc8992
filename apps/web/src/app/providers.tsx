import { useEffect, type ReactNode } from 'react'
import type { Language } from '../lib/texts/language.ts'
import { TextsProvider } from '../lib/texts/texts.tsx'
import { ClientStateProvider } from '../lib/session/client-state.tsx'
import { SessionProvider } from '../lib/session/session.tsx'
import { startColorMode } from '../ui/theme/color-mode.ts'
import { Toaster } from '../ui/toaster.tsx'

type Props = {
  children: ReactNode
  language?: Language | undefined
}

/** Applies the colour mode, and follows the user's choice and the system. */
function Theme({ children }: { children: ReactNode }) {
  useEffect(startColorMode, [])
  return children
}

/** Providers of every page: theme, texts, session and shared client state. */
export function Providers({ children, language }: Props) {
  return (
    <Theme>
      <TextsProvider initial={language}>
        <SessionProvider>
          <ClientStateProvider>
            {children}
            <Toaster />
          </ClientStateProvider>
        </SessionProvider>
      </TextsProvider>
    </Theme>
  )
}
