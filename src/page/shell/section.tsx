/** A collapsible section of the side bar. */
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface SectionProps {
  readonly title: string;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
  readonly role?: 'region' | 'group';
}

export function Section({ title, actions, children, role = 'region' }: SectionProps) {
  const id = useId();
  return (
    <section class="section" role={role} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {actions}
      </header>
      {children}
    </section>
  );
}
