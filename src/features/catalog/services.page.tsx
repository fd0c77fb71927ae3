import { Head } from '#site/head.tsx'

export default function Page() {
  return (
    <div>
      <Head title="Services" />
      <h1>Services</h1>
    </div>
  )
}
