import {
  Bot,
  Code,
  Cpu,
  Database,
  Globe,
  HandCoins,
  Headphones,
  type LucideIcon,
  Shield,
  Smartphone,
  Users,
} from 'lucide-react'

/** The icons that a service can have; any other name falls back to Code. */
const icons: Record<string, LucideIcon> = {
  Code,
  Globe,
  Cpu,
  Smartphone,
  Shield,
  Headphones,
  Database,
  Users,
  HandCoins,
  Bot,
}

export function ServiceIcon({ name, className }: { name: string; className?: string }) {
  const Icon = icons[name] ?? Code
  return <Icon aria-hidden="true" strokeWidth={1.5} className={className} />
}
