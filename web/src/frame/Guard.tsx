// SPDX-License-Identifier: Apache-2.0
import { Component, type ComponentChildren } from 'preact';

interface GuardProps {
  /** A new key tries again. */
  subject: string;
  children: ComponentChildren;
}

/** Keeps a fault in one pane from taking the page down. */
export class Guard extends Component<GuardProps, { fault: string; subject: string }> {
  override state = { fault: '', subject: '' };

  override componentDidCatch(error: unknown): void {
    console.error(error);
    const fault = error instanceof Error ? error.message : String(error);
    this.setState({ fault, subject: this.props.subject });
  }

  override render(): ComponentChildren {
    const { fault, subject } = this.state;
    if (fault !== '' && subject === this.props.subject) {
      return <p class="reason">This view failed on the selected instruction: {fault}.</p>;
    }
    return this.props.children;
  }
}
