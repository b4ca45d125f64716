// Whether the person asked their system for less motion: changing colours are then not what is offered first.

export const prefersLessMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches
