import { CloudOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useConnection } from '../../lib/api/connection.ts'
import { cn } from '../../ui/cn.ts'
import { useAppTexts } from '../../ui/texts/app.ts'

/**
 * At the foot of every page while the server cannot be reached. `children`: after what happened; `raised`: above the
 * buttons at the foot of narrow pages.
 */
export function ConnectionBand({ raised = false, children }: { raised?: boolean; children?: ReactNode }) {
  const app = useAppTexts()
  const connection = useConnection()
  return (
    <div
      role="status"
      data-print="hide"
      className={cn(
        'pointer-events-none fixed inset-x-0 bottom-4 z-30 flex justify-center',
        raised ? 'max-lg:bottom-36' : 'max-md:bottom-20',
      )}
    >
      {connection !== 'fine' && (
        <div
          data-floating
          className="pointer-events-auto flex min-h-9 max-w-[calc(100%-2rem)] items-center gap-x-3 rounded-full bg-soft-warning px-4 text-small text-on-soft-warning shadow-float"
        >
          <CloudOff aria-hidden className="size-4 shrink-0" />
          <strong>{app.connection[connection]}</strong>
          {children}
        </div>
      )}
    </div>
  )
}
