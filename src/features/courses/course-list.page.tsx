import { Head } from '#site/head.tsx'

export default function Page() {
  return (
    <div>
      <Head title="Courses" />
      <h1>Courses</h1>
    </div>
  )
}
