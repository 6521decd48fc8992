/** A button on a dark bar: gold focus ring in both colour modes, lighter on hover. */
export const floatingBarButton =
  'touch-target inline-flex h-8 shrink-0 items-center justify-center gap-2 rounded-md font-medium hover:bg-white/10 focus-visible:outline-primary disabled:opacity-50'
