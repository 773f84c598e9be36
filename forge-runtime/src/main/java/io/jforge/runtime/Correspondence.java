package io.jforge.runtime;

import io.jforge.runtime.propose.Exchange;
import io.jforge.runtime.propose.Transcript;
import io.jforge.runtime.store.RunStore;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/// A run's transcript: in the store as it comes, on whatever thread; told to the run's listener on the run's own.
final class Correspondence implements Transcript {
    private final RunStore store;
    private final String run;
    private final Map<Integer, Exchange> exchanges = new TreeMap<>();
    private final Map<Integer, StringBuilder> heard = new HashMap<>();
    private final ConcurrentLinkedQueue<Consumer<RunListener>> news = new ConcurrentLinkedQueue<>();

    /// @param past what the run had of it before it was broken off
    Correspondence(RunStore store, String run, List<Exchange> past) {
        this.store = store;
        this.run = run;
        past.forEach(exchange -> exchanges.put(exchange.number(), exchange));
    }

    @Override
    public void put(Exchange exchange) {
        store.put(run, exchange);
        synchronized (this) {
            exchanges.put(exchange.number(), exchange);
            heard.remove(exchange.number());
        }
        news.add(listener -> listener.corresponding(exchange));
    }

    @Override
    public void heard(Exchange exchange, String piece) {
        synchronized (this) {
            heard.computeIfAbsent(exchange.number(), _ -> new StringBuilder()).append(piece);
        }
    }

    /// All of it so far, in the order of asking.
    synchronized List<Exchange> exchanges() {
        return exchanges.values().stream()
                .sorted(Comparator.comparingInt(Exchange::number))
                .toList();
    }

    /// Tells what is new.
    void tell(RunListener listener) {
        for (var next = news.poll(); next != null; next = news.poll()) next.accept(listener);
        var soFar = new ArrayList<Map.Entry<Exchange, String>>();
        synchronized (this) {
            heard.forEach((number, text) -> soFar.add(Map.entry(exchanges.get(number), text.toString())));
        }
        soFar.forEach(entry -> listener.hearing(entry.getKey(), entry.getValue()));
    }
}
